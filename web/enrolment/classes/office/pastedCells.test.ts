import { expect, test } from 'vitest'
import { cellsOf } from './pastedCells.ts'

test.each([
  [
    'tabs, as spreadsheets copy them',
    'Class\tTime\r\nChess\tSat 9-10\r\n',
    [
      ['Class', 'Time'],
      ['Chess', 'Sat 9-10'],
    ],
  ],
  [
    'commas, with one in quotes',
    'Class,Teacher\nChess,"Reed, Tom"\n',
    [
      ['Class', 'Teacher'],
      ['Chess', 'Reed, Tom'],
    ],
  ],
  [
    'semicolons',
    'Class;Fee\nChess;90,50',
    [
      ['Class', 'Fee'],
      ['Chess', '90,50'],
    ],
  ],
  [
    'a line break in a cell',
    'Go\t"Sat 9-10\nSun 9-10"\t12\nArt\tSat 9-10\t8',
    [
      ['Go', 'Sat 9-10\nSun 9-10', '12'],
      ['Art', 'Sat 9-10', '8'],
    ],
  ],
  [
    'a quote that nothing closes',
    'Go "A\tSat 9-10\nArt\tSun 9-10',
    [
      ['Go "A', 'Sat 9-10'],
      ['Art', 'Sun 9-10'],
    ],
  ],
])('pasted cells are read with %s', (_, text, cells) => expect(cellsOf(text)).toEqual(cells))
