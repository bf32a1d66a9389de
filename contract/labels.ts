/** What sheets of labels contain: the address of a family, or the name of a student. */
export const labelKinds = ['address', 'badge'] as const
export type LabelKind = (typeof labelKinds)[number]

/** Label sheets sold in shops, by their common names. */
export const labelSheets = ['letter30', 'a4x21', 'a4x24'] as const
export type LabelSheet = (typeof labelSheets)[number]

type SheetSize = {
  paper: 'LETTER' | 'A4'
  across: number
  down: number
  /**
   * In points (1/72 inch): the size of one label, the distance from the paper's edge to the first label, and from one
   * label to the next.
   */
  width: number
  height: number
  left: number
  top: number
  stepX: number
  stepY: number
}
const mm = 72 / 25.4
export const sheetSizes: Record<LabelSheet, SheetSize> = {
  // Avery 5160: 2 5/8 × 1 in.
  letter30: {
    paper: 'LETTER',
    across: 3,
    down: 10,
    width: 189,
    height: 72,
    left: 13.5,
    top: 36,
    stepX: 198,
    stepY: 72,
  },
  // Avery L7160: 63.5 × 38.1 mm.
  a4x21: {
    paper: 'A4',
    across: 3,
    down: 7,
    width: 63.5 * mm,
    height: 38.1 * mm,
    left: 7.2 * mm,
    top: 15.1 * mm,
    stepX: 66 * mm,
    stepY: 38.1 * mm,
  },
  // Avery L7159: 63.5 × 33.9 mm.
  a4x24: {
    paper: 'A4',
    across: 3,
    down: 8,
    width: 63.5 * mm,
    height: 33.9 * mm,
    left: 7.2 * mm,
    top: 12.9 * mm,
    stepX: 66 * mm,
    stepY: 33.9 * mm,
  },
}

/** Class lists on paper: with contact details, or with a box for each lesson day. */
export const classListKinds = ['list', 'roll'] as const
export type ClassListKind = (typeof classListKinds)[number]
