// The board as a drawing: scenery below, pieces that slide above it.

import {
  BUOY, DEPOSITS, DISC_RADIUS, INSERTION, MAIN, SIZE, SPACES, WEATHER, boxesOf, placeAt, spotOf,
} from './places.js';
import { drawScenery } from './scenery.js';
import { badge, canoe, cargo, heap, make, slide } from './shapes.js';

const TRACK = [-1, 0, 1, 2];
const CLOSE_UP = [190, 108];
/** A close-up shows no less than this. */
const CORNER = 18;

/** The live drawing; pieces keep their elements and slide to their places. */
export class Board {
  constructor(box) {
    this.canoes = new Map();
    this.riverDistance = 0;
    this.svg = make('svg', { viewBox: `0 0 ${SIZE.join(' ')}`, 'aria-hidden': 'true', class: 'fresh' });
    box.replaceChildren(this.svg);
    const { squares, glass } = drawScenery(this.svg, TRACK);
    this.squares = squares;
    this.discs = new Map(Object.entries(SPACES).map(([space, at]) => [space, this.drawDisc(at, glass)]));
    this.changing = this.layer();
    this.missing = this.layer();
    this.targets = this.layer();
    this.layer('space-names').append(...Object.entries(SPACES).map(([space, [x, y]]) => make('text', { x, y: y + 22 }, space)));
    this.fleet = this.layer();
    this.marks = this.layer();
    this.cloud = this.layer('cloud slides');
    this.cloud.append(make('path', { d: 'M-12 6 a6.5 6.5 0 0 1 2 -12.5 a9 9 0 0 1 16 -1 a6.8 6.8 0 0 1 5 13.5 z' }));
    this.buoy = this.layer('buoy slides');
    this.buoy.append(make('circle', { r: 11, class: 'buoy-ring' }), make('circle', { r: 11, class: 'buoy-bands' }),
      make('circle', { r: 4.5, class: 'buoy-hole' }));
  }

  /** Show a table view. */
  show(view) {
    this.slideDiscs(view);
    this.svg.classList.toggle('flows', Boolean(view.river));
    this.changing.replaceChildren(
      ...Object.entries(DEPOSITS).map(([name, where]) => heap(where, view.deposits[name] ?? {})), ...seats(view));
    this.placeCanoes(view.places);
    const weather = Math.max(0, TRACK.indexOf(view.weather));
    this.squares.forEach((square, at) => square.classList.toggle('now', at === weather));
    slide(this.cloud, [WEATHER[weather][0], WEATHER[weather][1] - 9]);
    slide(this.buoy, BUOY[Math.max(0, view.players.findIndex((player) => player.colour === view.first))]);
    this.mark((view.disagreement?.items ?? []).flatMap((item) => [item.where, item.home]));
    this.missing.replaceChildren(...allBoxes((view.set_up ?? []).map((item) => item.home)).map((box) => frame(box, 'target')));
    // What is drawn for the first time lies where it lies; from then on it slides.
    this.svg.getBoundingClientRect();
    this.svg.classList.remove('fresh');
  }

  /** Ring the places that differ; things without a place on the drawing are told in words only. */
  mark(places) {
    this.marks.replaceChildren(...allBoxes(places).flatMap((box) => [
      frame(box, 'wrong'),
      make('g', { class: 'alarm', transform: `translate(${box[2] - 5} ${box[1] + 5})` },
        make('circle', { r: 8 }), make('text', { y: 4 }, '!')),
    ]));
  }

  /** Light the places where a canoe may go; `onPick(place)` makes them answer to a tap (buttons say the same). */
  light(places, onPick) {
    const spots = [...new Set(places)].flatMap((place) => boxesOf(place).map((box) => [place, box]));
    this.targets.replaceChildren(...spots.map(([place, box]) => {
      const lit = frame(box, onPick ? 'target live' : 'target');
      lit.dataset.place = place;
      if (onPick) lit.addEventListener('click', () => onPick(place));
      return lit;
    }));
  }

  /** Show only what surrounds these places, large. */
  closeUp(places) {
    const boxes = places.flatMap(boxesOf);
    if (!boxes.length) return;
    const edges = [0, 1, 2, 3].map((side) => Math[side < 2 ? 'min' : 'max'](...boxes.map((box) => box[side])));
    const width = Math.max(edges[2] - edges[0] + 40, CLOSE_UP[0], ((edges[3] - edges[1] + 30) * CLOSE_UP[0]) / CLOSE_UP[1]);
    const size = [width, (width * CLOSE_UP[1]) / CLOSE_UP[0]].map((part, axis) => Math.min(part, SIZE[axis]));
    const from = [0, 1].map((axis) => Math.min(Math.max((edges[axis] + edges[axis + 2] - size[axis]) / 2, 0), SIZE[axis] - size[axis]));
    this.svg.setAttribute('viewBox', [...from, ...size].map((part) => part.toFixed(1)).join(' '));
  }

  /** Pieces may be dragged: `canoe(id, place)`, `cloud(weather)` or `buoy(seat)` says where to, then `done()` is called. */
  letDrag(dropped) {
    let held = null;
    const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const canoe = (target) => [...this.canoes].find(([, piece]) => piece.contains(target));
    const drop = {
      cloud: ({ x }) => dropped.cloud(TRACK[nearest(WEATHER, x)]),
      buoy: ({ x }) => dropped.buoy(nearest(BUOY, x)),
    };
    this.svg.classList.add('drags');
    this.svg.addEventListener('pointerdown', (event) => {
      const [id, afloat] = canoe(event.target) ?? [];
      const piece = afloat ?? [this.cloud, this.buoy].find((other) => other.contains(event.target));
      if (!piece) return;
      event.preventDefault();
      held = { piece, drop: afloat ? (at) => dropped.canoe(id, placeAt(at)) : drop[piece === this.cloud ? 'cloud' : 'buoy'] };
      this.svg.setPointerCapture(event.pointerId);
      piece.classList.add('held');
    });
    this.svg.addEventListener('pointermove', (event) => held && slide(held.piece, [point(event).x, point(event).y]));
    this.svg.addEventListener('pointerup', (event) => {
      if (!held) return;
      held.piece.classList.remove('held');
      held.drop(point(event));
      held = null;
      dropped.done();
    });
  }

  layer(classes = '') {
    return this.svg.appendChild(make('g', { class: classes }));
  }

  drawDisc(at, glass) {
    const disc = this.layer('disc slides');
    disc.append(make('circle', { r: DISC_RADIUS, cx: 1, cy: 2.5, class: 'shadow' }),
      make('circle', { r: DISC_RADIUS, class: 'plate', fill: `url(#${glass})` }),
      make('path', { d: 'M-17 -13 A21.5 21.5 0 0 1 4 -21', class: 'glint' }));
    slide(disc, at);
    return disc;
  }

  /** After a river move the discs come in from above the rope: they start where they were pushed from. */
  slideDiscs(view) {
    for (const [space, disc] of this.discs) {
      disc.setAttribute('class', `disc slides ${view.discs?.[space] ?? 'unseen'}`);
    }
    const pushed = view.river ? 0 : this.riverDistance;
    this.riverDistance = view.river?.distance ?? 0;
    if (!pushed || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    MAIN.forEach((space, at) => {
      const from = at >= pushed ? SPACES[MAIN[at - pushed]] : [INSERTION[0] - 56 * (pushed - at - 1), INSERTION[1]];
      const disc = this.discs.get(space);
      disc.style.transition = 'none';
      slide(disc, from);
      disc.getBoundingClientRect();
      disc.style.transition = '';
      slide(disc, SPACES[space]);
    });
  }

  placeCanoes(places) {
    const there = new Set();
    for (const [place, canoes] of Object.entries(places)) {
      canoes.forEach(({ id, colour, cargo: gems }, at) => {
        there.add(id);
        const piece = this.canoes.get(id) ?? this.launch(id, colour);
        piece.querySelector('.cargo').replaceChildren(...cargo(gems));
        piece.classList.toggle('lost', place === 'falls');
        slide(piece, spotOf(place, at, canoes.length), place === 'falls' ? -14 : 0);
      });
    }
    for (const [id, piece] of this.canoes) {
      if (there.has(id)) continue;
      piece.remove();
      this.canoes.delete(id);
    }
  }

  launch(id, colour) {
    const piece = this.fleet.appendChild(canoe(colour));
    this.canoes.set(id, piece);
    return piece;
  }
}

function seats(view) {
  return view.players.map((player, at) => {
    const [x, y] = BUOY[at];
    const state = `${player.to_act ? ' to-act' : ''}${player.alert ? ' alert' : ''}`;
    return make('g', { class: `seat ${player.colour}${state}` },
      make('rect', { x: x + 15, y: y - 11, width: 30, height: 22, rx: 6 }), badge(player.colour, x + 30, y));
  });
}

const allBoxes = (places) => [...new Set(places)].flatMap(boxesOf);

function frame([x, y, right, bottom], classes) {
  const [width, height] = [right - x, bottom - y];
  const rx = width === height ? width / 2 : CORNER;
  return make('rect', { x, y, width, height, rx, class: classes });
}

/** Which of these spots along a row is nearest. */
function nearest(row, x) {
  return row.reduce((best, [at], index) => (Math.abs(at - x) < Math.abs(row[best][0] - x) ? index : best), 0);
}
