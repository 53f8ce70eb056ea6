// What never moves: land, banks, river, falls, beaches, and the tracks for weather and buoy.

import { BEACHES, BUOY, FALLS_X, ROPE_X, SIZE, WEATHER } from './places.js';
import { make } from './shapes.js';

// The water, bank by bank: in from the left, round the fork's island, over the falls.
const WATER = `M0 112 C60 106 110 116 150 112 S300 108 350 112 Q376 108 386 78 C400 52 440 40 505 44
  V118 C478 112 452 112 444 124 Q437 132 421 128 Q403 124 403 150 Q403 176 421 172 Q437 168 444 176 C452 188 478 188 505 182
  V256 C440 260 400 248 386 222 Q376 192 350 188 C300 192 200 188 150 188 S60 194 0 188 Z`;
const CURRENT = [
  'M0 128 C60 122 110 132 150 128 S300 124 352 127 Q384 124 396 92 C410 66 450 58 505 60',
  'M0 172 C60 178 110 168 150 172 S300 176 352 173 Q384 176 396 208 C410 234 450 242 505 240',
  'M0 150 C80 144 160 156 240 150 S360 150 386 150', 'M0 139 C70 135 190 145 300 139 S380 138 394 118 C410 92 450 84 505 88',
  'M0 161 C70 165 190 155 300 161 S380 162 394 182 C410 208 450 216 505 212', 'M400 128 C424 104 460 98 505 102',
  'M400 172 C424 196 460 202 505 198',
];
const FIRS = [
  [136, 62], [158, 86], [178, 58], [196, 92], [214, 62], [296, 62], [300, 96], [376, 60], [398, 42], [424, 36], [488, 34],
  [140, 214], [164, 238], [186, 212], [204, 242], [226, 216], [248, 244], [270, 212], [356, 216], [300, 288], [330, 282],
  [362, 262], [392, 284], [424, 274], [452, 290], [480, 274], [8, 18], [40, 14], [72, 20], [104, 12], [30, 286], [66, 282], [100, 290],
];
const ROCKS = [[140, 109, 7], [232, 106, 5], [366, 100, 8], [206, 192, 6], [286, 191, 5], [368, 200, 7], [448, 121, 5], [450, 180, 6]];
let drawn = 0;

/** Draw the scenery into `svg`; returns the squares of the weather track, and the name of the discs' glass. */
export function drawScenery(svg, weather) {
  const [sky, flow, glass] = ['land', 'water', 'glass'].map((name) => `${name}-${drawn}`);
  drawn += 1;
  svg.append(make('defs', {},
    gradient('linearGradient', { id: sky, x2: 0, y2: 1 }, ['land-far', 'land-near', 'land-far']),
    gradient('linearGradient', { id: flow }, ['water-deep', 'water-mid', 'water-mid', 'water-white']),
    gradient('radialGradient', { id: glass, cx: 0.36, cy: 0.3, r: 0.8 }, ['glass-lit', 'glass-mid', 'glass-rim'])));
  svg.append(
    make('rect', { width: SIZE[0], height: SIZE[1], rx: 10, fill: `url(#${sky})` }),
    ...FIRS.map(fir), ...pool(), make('path', { d: WATER, class: 'bank' }), ...BEACHES.flatMap(beach),
    make('path', { d: WATER, class: 'water', fill: `url(#${flow})` }),
    ...CURRENT.map((d) => make('path', { d, class: 'current' })),
    ...ROCKS.map(([cx, cy, rx]) => make('ellipse', { cx, cy, rx, ry: rx * 0.7, class: 'rock' })),
    ...falls(), make('line', { x1: ROPE_X, x2: ROPE_X, y1: 108, y2: 192, class: 'rope' }),
    ...[107, 193].map((cy) => make('circle', { cx: ROPE_X, cy, r: 4, class: 'post' })),
    ...BUOY.map(([cx, cy]) => make('circle', { cx, cy, r: 12, class: 'buoy-space' })),
  );
  const squares = WEATHER.map(([x, y], at) => make('g', { class: 'weather', transform: `translate(${x} ${y})` },
    make('rect', { x: -16, y: -20, width: 32, height: 40, rx: 5 }), make('text', { y: 15 }, signed(weather[at]))));
  svg.append(...squares);
  return { squares, glass };
}

function gradient(kind, attributes, stops) {
  return make(kind, attributes, ...stops.map((name, at) => make('stop', { offset: at / (stops.length - 1), class: name })));
}

function fir([x, y], at) {
  return make('path', { class: 'fir', transform: `translate(${x} ${y}) scale(${0.9 + (at % 4) * 0.12})`,
    d: 'M0 -11 L5 -3 H2.6 L7 4 H1.4 V8 H-1.4 V4 H-7 L-2.6 -3 H-5 Z' });
}

function beach([x, y, right, bottom]) {
  const [width, height] = [right - x, bottom - y];
  const grains = [[0.1, 0.2], [0.85, 0.15], [0.5, 0.9], [0.08, 0.75], [0.93, 0.6], [0.7, 0.06], [0.3, 0.07], [0.9, 0.9]];
  return [make('rect', { x, y, width, height, rx: 18, class: 'beach' }),
    ...grains.map(([across, down]) => make('circle', { cx: x + across * width, cy: y + down * height, r: 1.1, class: 'grain' }))];
}

function pool() {
  const cliff = `M${FALLS_X} 26 q6 12 0 22 M${FALLS_X} 112 q7 12 1 24 t0 26 t0 26 M${FALLS_X} 252 q6 12 0 22`;
  return [make('path', { class: 'pool', d: `M${FALLS_X} 22 H552 Q562 22 562 32 V268 Q562 278 552 278 H${FALLS_X} Z` }),
    make('path', { class: 'cliff', d: cliff })];
}

/** White water from the edge down into the pool. */
function falls() {
  return [[44, 118], [182, 256]].flatMap(([top, bottom]) => {
    const streaks = [];
    for (let y = top + 4; y < bottom; y += 6) streaks.push(`M${FALLS_X + 1} ${y} h${9 + ((y * 7) % 9)}`);
    const mist = [];
    for (let y = top; y <= bottom; y += 9) mist.push(make('circle', { cx: FALLS_X + 19 + ((y * 5) % 5), cy: y, r: 4 + ((y * 3) % 4), class: 'mist' }));
    return [make('rect', { x: FALLS_X, y: top, width: 19, height: bottom - top, class: 'spray' }),
      make('path', { d: streaks.join(' '), class: 'streaks' }), ...mist];
  });
}

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace('-', '−'));
