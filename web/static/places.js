// Where things lie on the drawing. Millimetres, as in the companion's layout: origin at the upstream end of the left
// bank, x downstream, y towards the right bank; below the falls there is a pool that no board has.

export const SIZE = [562, 300];
export const SPACES = {
  M1: [150, 150], M2: [206, 147], M3: [262, 151], M4: [318, 153], M5: [374, 150],
  L1: [408, 104], L2: [459, 80], R1: [408, 196], R2: [459, 220],
};
export const MAIN = ['M1', 'M2', 'M3', 'M4', 'M5'];
export const ARMS = { left: ['L1', 'L2'], right: ['R1', 'R2'] };
export const INSERTION = [92, 150];
export const ROPE_X = 121;
export const FALLS_X = 499;
export const DISC_RADIUS = 27;
export const DEPOSITS = {
  amethyst: [252, 78, 24, 'violet'], diamond: [318, 226, 24, 'clear'], amber: [340, 76, 24, 'yellow'],
  sapphire: [427, 150, 18, 'blue'], ruby: [474, 150, 23, 'pink'],
};
export const BEACHES = [[12, 32, 118, 106], [12, 194, 118, 268]];
export const WEATHER = [[156, 274], [192, 274], [228, 274], [264, 274]];
export const BUOY = [[146, 22], [206, 22], [266, 22], [326, 22], [386, 22], [446, 22]];
const POOL_X = 533;

/** Where the `at`-th of `many` canoes of a place lies. */
export function spotOf(place, at, many) {
  if (place === 'falls') return [POOL_X, 150 + Math.min(24, 250 / many) * (at - (many - 1) / 2)];
  if (place !== 'beach') return [SPACES[place][0], SPACES[place][1] + 17 * (at - (many - 1) / 2)];
  const [x, y, right, bottom] = BEACHES[at % 2];
  const here = Math.ceil((many - (at % 2)) / 2);
  const [row, column] = [Math.floor(at / 2) % 3, Math.floor(at / 6)];
  const columns = Math.ceil(here / 3);
  const rows = Math.min(here - 3 * column, 3);
  return [(x + right) / 2 + 50 * (column - (columns - 1) / 2), (y + bottom) / 2 + 23 * (row - (rows - 1) / 2)];
}

/** The place nearest to a point of the drawing. */
export function placeAt({ x, y }) {
  if (x > FALLS_X) return 'falls';
  if (x < ROPE_X && (y < 112 || y > 188)) return 'beach';
  const away = ([px, py]) => Math.hypot(px - x, py - y);
  return Object.keys(SPACES).reduce((best, space) => (away(SPACES[space]) < away(SPACES[best]) ? space : best));
}

/** The box around a place, as [x, y, right, bottom]; nothing for what has no place on the drawing. */
export function boxesOf(place) {
  if (place === 'beach') return BEACHES;
  if (place === 'falls') return [[POOL_X - 26, 40, SIZE[0], 260]];
  if (place === 'weather') return [around(WEATHER[0], 20, 20, WEATHER[3])];
  if (place === 'river' || place === 'insertion') return [around(INSERTION, DISC_RADIUS, DISC_RADIUS)];
  const at = SPACES[place] ?? DEPOSITS[place];
  return at ? [around(at, DISC_RADIUS, DISC_RADIUS)] : [];
}

const around = ([x, y], across, down, [right, bottom] = [x, y]) => [x - across, y - down, right + across, bottom + down];
