import { follow } from './live.js';
import { Board } from './board.js';
import { showLamps } from './lamps.js';
import { pickByStep } from './steps.js';
import { pickArms } from './arms.js';
import { drawHypotheses } from './hypotheses.js';

const board = new Board(document.getElementById('board'));
const lens = document.getElementById('lens');

follow('table', {
  onView(view) {
    board.show(view);
    pickByStep(document.querySelector('#turn .steps'), view.turn, board);
    pickArms(document.querySelector('#river .arms'), view.river);
    drawHypotheses(view);
    const picture = view.camera.picture;
    if (picture) lens.src = `/lens.jpg?picture=${picture}`;
    lens.hidden = !picture;
  },
  onLamps: (lamps) => showLamps(document.getElementById('lamps'), lamps),
});
