
// ---- pictures in real size ----

// Appended to gallery.js, which has byId.
let opened = { images: [], number: 0 };

function openImage(images, number) {
  opened = { images, number };
  const image = images[number];
  byId("lightbox-image").src = `images/${image.file}`;
  byId("lightbox-image").alt = image.caption;
  byId("lightbox-caption").textContent = `${number + 1} of ${images.length} · ${image.caption} · ${image.width} × ${image.height} px`;
  byId("previous-image").disabled = number === 0;
  byId("next-image").disabled = number === images.length - 1;
  if (!byId("lightbox").open) byId("lightbox").showModal();
  byId("stage").scrollTo(0, 0);
  byId("stage").focus();
}

function turnImage(step) {
  if (opened.images[opened.number + step]) openImage(opened.images, opened.number + step);
}

function setFit(fit) {
  byId("fit").setAttribute("aria-pressed", fit);
  byId("fit").textContent = fit ? "Real size" : "Fit to window";
  byId("stage").classList.toggle("fit", fit);
}

byId("previous-image").addEventListener("click", () => turnImage(-1));
byId("next-image").addEventListener("click", () => turnImage(1));
byId("fit").addEventListener("click", () => setFit(byId("fit").getAttribute("aria-pressed") !== "true"));
byId("close-lightbox").addEventListener("click", () => byId("lightbox").close());
byId("stage").addEventListener("click", ({ target }) => target === byId("stage") && byId("lightbox").close());
byId("lightbox").addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft") turnImage(-1);
  if (key === "ArrowRight") turnImage(1);
});

// ---- colours ----

function setScheme(scheme) {
  document.documentElement.dataset.scheme = scheme;
  byId("scheme").textContent = `Colours: ${scheme}`;
}

function storedScheme() {
  try {
    return localStorage.getItem("gametasks-scheme") ?? "auto";
  } catch {
    return "auto"; // a page may be refused its storage
  }
}

function nextScheme() {
  const order = ["auto", "light", "dark"];
  const scheme = order[(order.indexOf(document.documentElement.dataset.scheme) + 1) % order.length];
  setScheme(scheme);
  try {
    localStorage.setItem("gametasks-scheme", scheme);
  } catch {
    // the choice then lasts as long as the page
  }
}

byId("scheme").addEventListener("click", nextScheme);
setScheme(storedScheme());
