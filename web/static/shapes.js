// Small shapes of the drawing; badges and cuts of gems are the page's own (templates/shapes.html).

const NAMES = 'http://www.w3.org/2000/svg';
const HULL = 'M-24 0 C-18 -3 -14 -8.5 0 -8.5 S18 -3 24 0 C18 3 14 8.5 0 8.5 S-18 3 -24 0 Z';
const FLOOR = 'M-19 0 C-14 -3 -11 -6 0 -6 S14 -3 19 0 C14 3 11 6 0 6 S-14 3 -19 0 Z';

/** An SVG element. */
export function make(name, attributes = {}, ...inside) {
  const made = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** Move something that slides. */
export function slide(piece, [x, y], turn = 0) {
  piece.style.transform = `translate(${x}px, ${y}px)${turn ? ` rotate(${turn}deg)` : ''}`;
}

/** A gem, cut as its colour is. */
export function stone(colour, x, y, size = 1) {
  return make('use', { href: `#gem-${colour}`, class: `stone ${colour}`, transform: `translate(${x} ${y}) scale(${size})` });
}

/** A player's badge with its letter. */
export function badge(colour, x, y) {
  return make('use', { href: `#badge-${colour}`, class: 'badge', x, y });
}

/** An empty canoe of a colour, bow to the left. */
export function canoe(colour) {
  return make('g', { class: `canoe slides ${colour}` },
    make('path', { d: HULL, class: 'shadow', transform: 'translate(1 2.2)' }),
    make('path', { d: HULL, class: 'hull' }), make('path', { d: FLOOR, class: 'floor' }),
    badge(colour, -7, 0), make('g', { class: 'cargo' }));
}

/** What a canoe carries: each gem on a cushion, so that it shows in a canoe of its own colour. */
export function cargo(gems) {
  return gems.flatMap((gem, at) => {
    const x = gems.length > 1 ? 4.5 + 10 * at : 8.5;
    return [make('circle', { cx: x, r: 6.6, class: 'cushion' }), stone(gem, x, 0, 0.84)];
  });
}

/** The heap of gems in a deposit, and how many. */
export function heap([x, y, radius, gem], counts) {
  const lying = Object.entries(counts).flatMap(([colour, count]) => Array(count).fill(colour));
  const stones = lying.map((colour, at) => {
    const away = radius * 0.29 * Math.sqrt(at);
    return stone(colour, x + away * Math.cos(at * 2.4), y + away * Math.sin(at * 2.4), radius / 25);
  });
  const tag = make('g', { class: 'count', transform: `translate(${x + radius * 0.78} ${y + radius * 0.78})` },
    make('circle', { r: 8 }), make('text', { y: 3.6 }, String(lying.length)));
  return make('g', { class: `deposit ${gem}` }, make('circle', { cx: x, cy: y, r: radius, class: 'bowl' }), ...stones, tag);
}
