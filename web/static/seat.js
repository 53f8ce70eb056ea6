import { follow } from './live.js';
import { Board } from './board.js';
import { pickByStep } from './steps.js';
import { pickArms } from './arms.js';
import { drawHypotheses } from './hypotheses.js';

const board = new Board(document.getElementById('board'));

follow('seat', {
  onView(view) {
    board.show(view.table);
    pickByStep(document.querySelector('#turn .steps'), view.turn ?? view.table.turn, board);
    pickArms(document.querySelector('#river .arms'), view.table.river);
    drawHypotheses(view.table);
  },
});
