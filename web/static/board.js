// The board as a drawing. Millimetres, as in the companion's layout: origin at the upstream end of the left bank,
// x downstream, y towards the right bank.

const SIZE = [505, 300];
const SPACES = {
  M1: [150, 150], M2: [206, 147], M3: [262, 151], M4: [318, 153], M5: [374, 150],
  L1: [408, 104], L2: [459, 80], R1: [408, 196], R2: [459, 220],
};
const MAIN = ['M1', 'M2', 'M3', 'M4', 'M5'];
const INSERTION = [92, 150];
const ROPE_X = 121;
const FALLS_X = 497;
const DISC_RADIUS = 27;
const DEPOSITS = {
  amethyst: [252, 78, 23, 'violet'], diamond: [318, 226, 23, 'clear'], amber: [350, 76, 23, 'yellow'],
  sapphire: [420, 150, 17, 'blue'], ruby: [470, 150, 23, 'pink'],
};
const BEACHES = [[34, 40, 112, 108], [34, 192, 112, 260]];
const WEATHER = [[150, 280], [182, 280], [214, 280], [246, 280]];
const BUOY = [[150, 20], [210, 20], [270, 20], [330, 20], [390, 20], [450, 20]];
const LETTERS = { red: 'R', green: 'G', yellow: 'Y', blue: 'B', brown: 'N', black: 'K', wood: 'J' };

// The water, bank by bank: in from the left, round the fork's island, over the falls.
const WATER = `M0 112 C60 106 110 116 150 112 S300 108 350 112 Q376 108 386 78 C400 52 440 40 505 44
  V118 C470 112 446 116 440 128 Q426 150 440 172 C446 184 470 188 505 182
  V256 C440 260 400 248 386 222 Q376 192 350 188 C300 192 200 188 150 188 S60 194 0 188 Z`;
const NAMES = 'http://www.w3.org/2000/svg';

/** The live drawing; pieces keep their elements and slide to their places. */
export class Board {
  constructor(box) {
    this.canoes = new Map();
    this.riverDistance = 0;
    this.svg = make('svg', { viewBox: `0 0 ${SIZE[0]} ${SIZE[1]}`, 'aria-hidden': 'true' });
    box.replaceChildren(this.svg);
    this.drawLand();
    this.discs = new Map(Object.entries(SPACES).map(([space, at]) => [space, this.drawDisc(space, at)]));
    this.changing = this.add('g');
    this.targets = this.add('g');
    this.fleet = this.add('g');
    this.marks = this.add('g');
    this.cloud = this.drawCloud();
    this.buoy = this.add('g', { class: 'slides' });
    this.buoy.append(make('circle', { r: 10, class: 'buoy-ring' }), make('circle', { r: 4, class: 'buoy-hole' }));
  }

  /** Show a table view. */
  show(view) {
    this.slideDiscs(view);
    this.changing.replaceChildren(...this.deposits(view), ...this.seats(view));
    this.placeCanoes(view.places);
    slide(this.cloud, WEATHER[Math.max(0, view.weather_track.indexOf(view.weather))]);
    slide(this.buoy, BUOY[Math.max(0, view.players.findIndex((player) => player.colour === view.first))]);
    this.labels.forEach((label, at) => { label.textContent = signed(view.weather_track[at]); });
    this.marks.replaceChildren(...(view.disagreement?.items ?? []).map(mark).filter(Boolean));
  }

  /** Light the places where a canoe may go; `onPick(place)` makes them answer to a tap (buttons say the same). */
  light(places, onPick) {
    const lit = [...new Set(places)].flatMap((place) => spotsOfTarget(place).map(([x, y]) => {
      const ring = make('circle', { cx: x, cy: y, r: DISC_RADIUS, class: onPick ? 'target live' : 'target', 'data-place': place });
      if (onPick) ring.addEventListener('click', () => onPick(place));
      return ring;
    }));
    this.targets.replaceChildren(...lit);
  }

  /** Canoes may be dragged to another place; `onDrop(canoe, place)` says where to. */
  letDrag(onDrop) {
    let held = null;
    const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    this.svg.classList.add('drags');
    this.svg.addEventListener('pointerdown', (event) => {
      held = [...this.canoes].find(([, piece]) => piece.contains(event.target));
      if (!held) return;
      event.preventDefault();
      this.svg.setPointerCapture(event.pointerId);
      held[1].classList.add('held');
    });
    this.svg.addEventListener('pointermove', (event) => held && slide(held[1], [point(event).x, point(event).y]));
    this.svg.addEventListener('pointerup', (event) => {
      if (!held) return;
      held[1].classList.remove('held');
      onDrop(held[0], placeAt(point(event)));
      held = null;
    });
  }

  drawLand() {
    this.add('rect', { width: SIZE[0], height: SIZE[1], rx: 8, class: 'land' });
    for (const [x, y, right, bottom] of BEACHES) {
      this.add('rect', { x, y, width: right - x, height: bottom - y, rx: 14, class: 'beach' });
    }
    this.add('path', { d: WATER, class: 'water' });
    this.add('path', { d: 'M6 138 q12 -6 24 0 t24 0 M8 166 q12 -6 24 0 t24 0', class: 'ripple' });
    this.add('line', { x1: ROPE_X, x2: ROPE_X, y1: 112, y2: 188, class: 'rope' });
    for (const [top, bottom] of [[44, 118], [182, 256]]) {
      this.add('rect', { x: FALLS_X - 4, y: top, width: 12, height: bottom - top, class: 'spray' });
    }
    for (const [x, y] of BUOY) this.add('circle', { cx: x, cy: y, r: 11, class: 'buoy-space' });
    this.labels = WEATHER.map(([x, y]) => {
      this.add('rect', { x: x - 14, y: y - 14, width: 28, height: 28, rx: 4, class: 'weather' });
      return this.add('text', { x, y: y + 4, class: 'weather-value' });
    });
  }

  drawDisc(space, at) {
    const disc = this.add('g', { class: 'disc slides' });
    disc.append(make('circle', { r: DISC_RADIUS }), make('text', { y: 22, class: 'space-name' }, space));
    slide(disc, at);
    return disc;
  }

  drawCloud() {
    const cloud = this.add('g', { class: 'cloud slides' });
    cloud.append(make('path', { d: 'M-11 5 a6 6 0 0 1 2 -11 a8 8 0 0 1 14 -1 a6 6 0 0 1 5 12 z' }));
    return cloud;
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

  deposits(view) {
    return Object.entries(DEPOSITS).flatMap(([name, [x, y, radius, gem]]) => {
      const lying = Object.entries(view.deposits[name] ?? {}).flatMap(([colour, count]) => Array(count).fill(colour));
      const stones = lying.map((colour, at) => {
        const angle = at * 2.4;
        const away = radius * 0.3 * Math.sqrt(at);
        return stone(colour, x + away * Math.cos(angle), y + away * Math.sin(angle));
      });
      const count = make('text', { x, y: y + radius + 8, class: 'count' }, String(lying.length));
      return [make('circle', { cx: x, cy: y, r: radius, class: `deposit ${gem}` }), ...stones, count];
    });
  }

  seats(view) {
    return view.players.map((player, at) => {
      const [x, y] = BUOY[at];
      const seat = make('g', { class: `seat ${player.colour}${player.to_act ? ' to-act' : ''}` });
      seat.append(
        make('rect', { x: x + 13, y: y - 9, width: 32, height: 18, rx: 4 }),
        make('text', { x: x + 29, y: y + 4 }, LETTERS[player.colour]),
      );
      return seat;
    });
  }

  placeCanoes(places) {
    const afloat = new Set();
    for (const [place, canoes] of Object.entries(places)) {
      canoes.forEach((canoe, at) => {
        const spot = spotOf(place, at, canoes.length);
        if (!spot) return;
        afloat.add(canoe.id);
        const piece = this.canoes.get(canoe.id) ?? this.launch(canoe);
        piece.querySelector('.cargo').replaceChildren(...canoe.cargo.map((gem, n) => stone(gem, 9 + 8 * n, 0)));
        slide(piece, spot);
      });
    }
    for (const [id, piece] of this.canoes) {
      if (afloat.has(id)) continue;
      piece.classList.add('lost');
      this.canoes.delete(id);
      setTimeout(() => piece.remove(), 1500);
    }
  }

  launch(canoe) {
    const piece = make('g', { class: `canoe slides ${canoe.colour}` });
    piece.append(
      make('path', { d: 'M-20 0 Q-12 -8 0 -8 T20 0 Q12 8 0 8 T-20 0 Z' }),
      make('text', { x: -8, y: 4 }, LETTERS[canoe.colour]),
      make('g', { class: 'cargo' }),
    );
    this.canoes.set(canoe.id, piece);
    this.fleet.append(piece);
    return piece;
  }

  add(name, attributes, text) {
    return this.svg.appendChild(make(name, attributes, text));
  }
}

/** Where the `at`-th of `many` canoes of a place lies; nothing for canoes that are lost. */
function spotOf(place, at, many) {
  if (place === 'beach') {
    const [x, y] = BEACHES[at % 2];
    const row = Math.floor(at / 2);
    return [x + 26 + 40 * Math.floor(row / 3), y + 14 + 20 * (row % 3)];
  }
  const space = SPACES[place];
  return space && [space[0], space[1] + 16 * (at - (many - 1) / 2)];
}

/** The place nearest to a point of the drawing. */
function placeAt({ x, y }) {
  if (x > FALLS_X) return 'falls';
  if (x < ROPE_X && (y < 112 || y > 188)) return 'beach';
  const away = ([px, py]) => Math.hypot(px - x, py - y);
  return Object.keys(SPACES).reduce((best, space) => (away(SPACES[space]) < away(SPACES[best]) ? space : best));
}

/** Where a place is lit: the beach lies on both banks. */
function spotsOfTarget(place) {
  if (place === 'beach') return BEACHES.map(([x, y, right, bottom]) => [(x + right) / 2, (y + bottom) / 2]);
  return SPACES[place] ? [SPACES[place]] : [];
}

/** A ring on the spot that differs; things without a spot on the drawing are told in words only. */
function mark(item) {
  const deposit = DEPOSITS[item.where];
  const at = SPACES[item.where] ?? deposit ?? { weather: WEATHER[1], insertion: INSERTION, river: INSERTION }[item.where]
    ?? (item.where === 'beach' ? [73, 74] : null);
  return at && make('circle', { cx: at[0], cy: at[1], r: 31, class: 'wrong' });
}

function stone(colour, x, y) {
  return make('path', { d: `M${x - 4.5} ${y} l4.5 -5 4.5 5 -4.5 5 z`, class: `stone ${colour}` });
}

function slide(piece, [x, y]) {
  piece.style.transform = `translate(${x}px, ${y}px)`;
}

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace('-', '−'));

function make(name, attributes = {}, text = '') {
  const made = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
