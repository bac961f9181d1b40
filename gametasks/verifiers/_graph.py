"""Graphs over cells, by NetworkX: what hangs together, how far it is, and who can be paired with whom.

NetworkX is imported where it is used, because scoring must not pay for it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["components", "matching", "partners", "shortest_path"]

N = TypeVar("N", bound=Hashable)
M = TypeVar("M", bound=Hashable)


def components(nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> tuple[frozenset[N], ...]:
    """The parts of an undirected graph that hang together, in the order of their first nodes.

    Args:
        nodes: All nodes; a node without an edge is a part of its own.
        edges: Pairs of nodes.
    """
    import networkx as nx

    parts = nx.connected_components(_graph(nodes, edges))
    return tuple(frozenset(part) for part in parts)


def shortest_path(edges: Iterable[tuple[N, N]], start: N, goal: N) -> tuple[N, ...] | None:
    """The nodes of a shortest path in an undirected graph, from ``start`` to ``goal``; None where there is no path."""
    import networkx as nx

    try:
        return tuple(nx.shortest_path(_graph((start, goal), edges), start, goal))
    except nx.NetworkXNoPath:
        return None


def matching(wanted: Mapping[N, Iterable[M]]) -> dict[N, M] | None:
    """Give every node a partner of its own, by the algorithm of Hopcroft and Karp (1973).

    Args:
        wanted: For each node of one side the nodes of the other side that it may be paired with. The same value may
            stand on both sides.

    Returns:
        One such pairing, and no particular one, so answers must not depend on which; None where there is none.
    """
    import networkx as nx

    graph = nx.Graph()
    mine = [(0, node) for node in wanted]
    graph.add_nodes_from(mine)
    graph.add_edges_from(((0, node), (1, other)) for node, others in wanted.items() for other in others)
    paired = nx.bipartite.hopcroft_karp_matching(graph, mine)
    if not all(node in paired for node in mine):
        return None
    return {node: paired[0, node][1] for node in wanted}


def partners(wanted: Mapping[N, Iterable[M]], node: N) -> frozenset[M]:
    """Every partner that a node has in some pairing that gives each node a partner of its own.

    Args:
        wanted: As in :func:`matching`.
        node: One of its keys.

    Returns:
        The partners: one where the node's partner is the same in all pairings, none where there is no pairing.
    """
    return frozenset(other for other in wanted[node] if matching({**wanted, node: (other,)}) is not None)


def _graph(nodes: Iterable[N], edges: Iterable[tuple[N, N]]) -> nx.Graph:
    import networkx as nx

    graph = nx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(edges)
    return graph
