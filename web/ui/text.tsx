import { createContext, use, type ReactNode } from 'react'

const english = {
  site: 'Lantern',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  unsaved: 'What you typed isn’t saved.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  retry: 'Try again',
  stillLoading: 'Still loading',
  loading: 'Loading',
  pending: 'Saving',
  optional: 'optional',
  errorTitle: 'There is a problem',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  loadMore: 'Show more',
  clearSelection: 'Clear selection',
  selectAll: 'Select all',
  selectRow: 'Select',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  sortUp: 'sorted ascending',
  sortDown: 'sorted descending',
  search: 'Search',
  rowKeys: 'Arrows move, Enter opens, Space selects, ? shows all keys.',
  scrollTable: 'Table, scroll sideways for more',
  selected: (count: number): string => `${count} selected`,
  stepOf: (step: number, of: number): string => `${step} of ${of}`,
}

/** The few words that the kit says by itself; the application supplies them in the reader's language. */
type UiTexts = typeof english

const Context = createContext<UiTexts>(english)

/** Gives everything inside its own words; what is left out stays English. */
export const UiText = ({ texts, children }: { texts: Partial<UiTexts>; children: ReactNode }) => (
  <Context value={{ ...english, ...texts }}>{children}</Context>
)

/** The kit's own words in the reader's language. */
export const useUiText = (): UiTexts => use(Context)
