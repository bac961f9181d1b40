"use strict";
// The hash of the URL holds all filters and is their only store: a control changes the hash, and the hash makes the page.

const page = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const BATCH = 16; // cards made at once; more follow as the reader comes near the end
const FACETS = ["task", "family", "level", "split", "format", "verdict"];
const NO_FILTERS = { ...Object.fromEntries(FACETS.map((facet) => [facet, []])), q: "", id: "" };
const VERDICTS = { verified: "verified", fault: "at fault" };

const sections = new Map(page.sections.map((section) => [`${section.task}/${section.family}`, section]));
const cards = page.cards.map((card) => ({
  ...card,
  facets: {
    task: card.task,
    family: `${card.task}/${card.family}`,
    level: String(card.level),
    split: card.split,
    format: card.format,
    verdict: card.faults.length ? "fault" : "verified",
  },
  haystack: [card.id, card.question, card.answer_format, ...Object.values(card.options)].join("\n").toLowerCase(),
}));

function clone(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// ---- filters ----

function readHash() {
  const given = new URLSearchParams(location.hash.slice(1));
  const filters = { q: given.get("q") ?? "", id: given.get("id") ?? "" };
  filters.words = filters.q.toLowerCase().split(/\s+/).filter(Boolean);
  for (const facet of FACETS) filters[facet] = (given.get(facet) ?? "").split(",").filter(Boolean);
  return filters;
}

function writeHash(filters) {
  const plain = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%40/g, "@");
  const values = [...FACETS.map((facet) => [facet, filters[facet].join(",")]), ["q", filters.q], ["id", filters.id]];
  const hash = values.filter(([, value]) => value).map(([name, value]) => `${name}=${plain(value)}`).join("&");
  return `#${hash || "all"}`; // an empty hash would make the browser jump to the top
}

function go(filters, replace = false) {
  if (replace) location.replace(writeHash(filters));
  else location.hash = writeHash(filters);
}

/** Whether a card passes; a chosen task means all its families, unless some of them are chosen too. */
function matches(card, filters, ignored) {
  for (const facet of ["level", "split", "format", "verdict"])
    if (facet !== ignored && filters[facet].length && !filters[facet].includes(card.facets[facet])) return false;
  if (filters.id && card.id !== filters.id) return false;
  if (!filters.words.every((word) => card.haystack.includes(word))) return false;
  if (ignored === "task" || !(filters.task.length || filters.family.length)) return true;
  if (filters.family.includes(card.facets.family)) return true;
  const narrowed = filters.family.some((family) => family.startsWith(`${card.task}/`));
  return filters.task.includes(card.task) && !narrowed;
}

function titleOf(facet, value) {
  if (facet === "task") return page.sections.find((section) => section.task === value)?.task_title ?? value;
  if (facet === "family") return sections.get(value)?.title ?? value;
  if (facet === "verdict") return VERDICTS[value] ?? value;
  return facet === "level" ? `level ${value}` : value;
}

function makeChoice(facet, value, className) {
  const label = element("label", undefined, className);
  const box = element("input");
  box.type = "checkbox";
  box.dataset.facet = facet;
  box.value = value;
  label.append(box, element("span", facet === "level" ? value : titleOf(facet, value), "name"), element("span", "", "number"));
  if (facet === "level") box.setAttribute("aria-label", `level ${value}`);
  return label;
}

function makeFilters() {
  const tree = byId("facet-task");
  for (const task of new Set(page.sections.map((section) => section.task))) {
    tree.append(makeChoice("task", task, "task"));
    for (const section of page.sections)
      if (section.task === task) tree.append(makeChoice("family", `${task}/${section.family}`, "family"));
  }
  for (const facet of ["level", "split", "format", "verdict"]) {
    const values = [...new Set(cards.map((card) => card.facets[facet]))];
    for (const value of facet === "level" ? values.sort((a, b) => a - b) : values) byId(`facet-${facet}`).append(makeChoice(facet, value));
    if (facet === "verdict") byId("facet-verdict").closest("fieldset").hidden = !values.includes("fault");
  }
}

/** How many samples each value of a facet has among those that the other facets let through. */
function countValues(facet, filters) {
  const ignored = facet === "family" ? "task" : facet;
  const numbers = new Map();
  for (const card of cards)
    if (matches(card, filters, ignored)) numbers.set(card.facets[facet], (numbers.get(card.facets[facet]) ?? 0) + 1);
  return numbers;
}

/** Bring the controls into line with the filters. */
function syncFilters(filters) {
  const numbers = Object.fromEntries(FACETS.map((facet) => [facet, countValues(facet, filters)]));
  for (const box of document.querySelectorAll("#filter-form input[type=checkbox]")) {
    const facet = box.dataset.facet;
    const number = numbers[facet].get(box.value) ?? 0;
    box.checked = filters[facet].includes(box.value);
    box.parentElement.classList.toggle("none", number === 0);
    box.parentElement.querySelector(".number").textContent = number;
  }
  if (byId("search").value !== filters.q) byId("search").value = filters.q;
  const active = FACETS.flatMap((facet) => filters[facet].map((value) => [facet, value]));
  if (filters.q) active.push(["q", filters.q]);
  if (filters.id) active.push(["id", filters.id]);
  byId("active").replaceChildren(...active.map(([facet, value]) => makeChip(filters, facet, value)));
  if (active.length) {
    const clear = element("a", "Clear all", "clear");
    clear.href = "#all";
    const item = element("li");
    item.append(clear);
    byId("active").append(item);
  }
  byId("filters-state").textContent = active.length ? `${active.length} active` : "";
}

function makeChip(filters, facet, value) {
  const rest = FACETS.includes(facet) ? filters[facet].filter((other) => other !== value) : "";
  const chip = element("a", FACETS.includes(facet) ? titleOf(facet, value) : value, "chip");
  chip.href = writeHash({ ...filters, [facet]: rest });
  chip.setAttribute("aria-label", `Remove the filter ${chip.textContent}`);
  const item = element("li");
  item.append(chip);
  return item;
}

// ---- cards ----

let found = [];
let made = 0;
let allAnswers = false;

function makeSection(name) {
  const { task_title, title, levels } = sections.get(name);
  const section = clone("section-template");
  section.dataset.name = name;
  section.querySelector(".kicker").textContent = task_title;
  section.querySelector("h2").textContent = title;
  for (const [level, shown, total] of levels) {
    const item = element("li");
    item.append(element("b", `Level ${level}`), ` ${shown} of ${total.toLocaleString("en")}`);
    section.querySelector(".levels").append(item);
  }
  return section;
}

function makeFigure(card, image, number) {
  const figure = clone("figure-template");
  const link = figure.querySelector("a");
  const picture = figure.querySelector("img");
  link.href = picture.src = `images/${image.file}`;
  link.title = "Open in real size";
  link.dataset.number = number;
  [picture.width, picture.height] = [image.width, image.height];
  picture.alt = image.letter ? `Option ${image.letter}` : image.caption;
  figure.querySelector("b").textContent = image.letter || `${number + 1} · ${image.role}`;
  figure.querySelector("span").textContent = image.letter || image.caption === image.role ? "" : image.caption;
  if (image.letter) figure.dataset.letter = image.letter;
  return figure;
}

function makeCard(card) {
  const article = clone("card-template");
  const part = (selector) => article.querySelector(selector);
  article.dataset.id = card.id;
  card.images.forEach((image, number) => part(image.letter ? ".choices" : ".shown").append(makeFigure(card, image, number)));
  article.classList.toggle("textual", card.images.length === 0);
  article.classList.toggle("several", card.images.length > 1);
  article.classList.toggle("pictured", card.images.some((image) => image.letter));
  part(".level-name").textContent = `Level ${card.level}`;
  while (part(".pips").children.length < card.level) part(".pips").append(element("i"));
  [...part(".pips").children].slice(0, card.level).forEach((pip) => pip.classList.add("on"));
  part(".format").textContent = card.format;
  part(".split").textContent = card.split;
  part(".split").hidden = !card.split;
  part(".verdict").textContent = VERDICTS[card.facets.verdict];
  part(".verdict").classList.add(card.facets.verdict);
  part(".faults").append(...card.faults.map((fault) => element("li", fault)));
  part(".question").textContent = card.question;
  for (const [letter, text] of Object.entries(card.options)) {
    const item = element("li");
    item.dataset.letter = letter;
    item.append(element("b", letter), element("span", text));
    part(".options").append(item);
  }
  part(".answer-format").textContent = card.answer_format;
  part(".rules p").textContent = page.rules[card.rules];
  part(".board").hidden = !card.text;
  part(".board pre").textContent = card.text;
  part(".figures").hidden = Object.keys(card.figures).length === 0;
  for (const [name, value] of Object.entries(card.figures)) {
    const pair = element("div");
    pair.append(element("dt", name.replaceAll("_", " ")), element("dd", String(value)));
    part(".figures dl").append(pair);
  }
  for (const piece of card.id.split(/(?<=\/)/)) part(".identity code").append(piece, element("wbr"));
  part(".link").href = writeHash({ ...NO_FILTERS, id: card.id });
  setAnswer(article, card, allAnswers);
  return article;
}

function setAnswer(article, card, shown) {
  const button = article.querySelector(".answer button");
  button.setAttribute("aria-expanded", shown);
  button.textContent = shown ? "Hide the answer" : "Show the answer";
  article.querySelector(".answer output").textContent = shown ? card.answer : "";
  for (const option of article.querySelectorAll("[data-letter]"))
    option.classList.toggle("right", shown && card.format === "choice" && option.dataset.letter === card.answer);
}

const cardOf = (article) => found[[...document.querySelectorAll(".card")].indexOf(article)];

function more() {
  const list = byId("list");
  for (const card of found.slice(made, made + BATCH)) {
    const name = card.facets.family;
    if (list.lastElementChild?.dataset.name !== name) list.append(makeSection(name));
    list.lastElementChild.append(makeCard(card));
    made += 1;
  }
  byId("more").hidden = made >= found.length;
}

function render() {
  const filters = readHash();
  syncFilters(filters);
  found = cards.filter((card) => matches(card, filters));
  made = 0;
  byId("list").replaceChildren();
  const all = cards.length.toLocaleString("en");
  byId("count").textContent =
    found.length === cards.length ? `${all} samples` : `${found.length.toLocaleString("en")} of ${all} samples`;
  byId("empty").hidden = found.length > 0;
  more();
  const top = document.querySelector(".frame").getBoundingClientRect().top;
  if (top < 0) scrollBy({ top, behavior: "instant" });
}

async function copyId(article) {
  const button = article.querySelector(".copy");
  const code = article.querySelector(".identity code");
  let copied = true;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code); // where the clipboard is closed to pages, the reader copies what is selected
    copied = document.execCommand("copy");
  }
  button.textContent = copied ? "Copied" : "Press Ctrl+C";
  setTimeout(() => (button.textContent = "Copy id"), 1600);
}

function showAllAnswers(shown) {
  allAnswers = shown;
  byId("all-answers").setAttribute("aria-pressed", shown);
  byId("all-answers").textContent = shown ? "Hide all answers" : "Show all answers";
  document.querySelectorAll(".card").forEach((article, number) => setAnswer(article, found[number], shown));
}

const answerShown = (article) => article.querySelector(".answer button").getAttribute("aria-expanded") === "true";

// ---- events ----

/** The card that keys act on: the focused one, else the first in view. */
function currentCard() {
  const articles = [...document.querySelectorAll(".card")];
  return document.activeElement?.closest(".card") ?? articles.find((article) => article.getBoundingClientRect().bottom > 120);
}

function step(direction) {
  if (direction > 0 && made < found.length) more();
  const articles = [...document.querySelectorAll(".card")];
  const focused = document.activeElement?.closest(".card");
  const target = focused ? articles[articles.indexOf(focused) + direction] : currentCard();
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "start" });
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  a: (article) => article && setAnswer(article, cardOf(article), !answerShown(article)),
  A: () => showAllAnswers(!allAnswers),
  r: (article) => article && (article.querySelector(".rules").open = !article.querySelector(".rules").open),
  o: (article) => article && cardOf(article).images.length && openImage(cardOf(article).images, 0),
  c: (article) => article && copyId(article),
  "/": () => {
    byId("filters").open = true;
    byId("search").focus();
  },
  "?": () => byId("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target === byId("search")) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const action = KEYS[event.key];
  if (action) {
    event.preventDefault();
    action(currentCard());
  }
});

byId("list").addEventListener("click", (event) => {
  const article = event.target.closest(".card");
  if (!article) return;
  const picture = event.target.closest("figure a");
  if (picture && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openImage(cardOf(article).images, Number(picture.dataset.number));
  }
  if (event.target.closest(".answer button")) setAnswer(article, cardOf(article), !answerShown(article));
  if (event.target.closest(".copy")) copyId(article);
});

byId("filter-form").addEventListener("change", ({ target }) => {
  if (target.type !== "checkbox") return;
  const filters = readHash();
  const others = filters[target.dataset.facet].filter((value) => value !== target.value);
  go({ ...filters, id: "", [target.dataset.facet]: target.checked ? [...others, target.value] : others });
});
byId("filter-form").addEventListener("submit", (event) => event.preventDefault());
byId("search").addEventListener("input", ({ target }) => go({ ...readHash(), q: target.value.trim(), id: "" }, true));
byId("more").addEventListener("click", more);
byId("all-answers").addEventListener("click", () => showAllAnswers(!allAnswers));
byId("help-button").addEventListener("click", () => byId("help").showModal());
document.querySelector("[data-skip]").addEventListener("click", (event) => {
  event.preventDefault(); // the hash belongs to the filters
  byId("results").focus();
});
addEventListener("hashchange", render);
new IntersectionObserver(([entry]) => entry.isIntersecting && more(), { rootMargin: "1600px" }).observe(byId("more"));

byId("filters").open = matchMedia("(min-width: 60rem)").matches;
makeFilters();
render();
