import { createContext, use, type ReactNode } from 'react'

/** The few texts of the UI kit itself; the application supplies them in the reader's language. */
type UiTexts = Record<
  | 'site'
  | 'close'
  | 'cancel'
  | 'undo'
  | 'unsaved'
  | 'keepEditing'
  | 'discard'
  | 'retry'
  | 'stillLoading'
  | 'loading'
  | 'pending'
  | 'optional'
  | 'errorTitle'
  | 'day'
  | 'month'
  | 'year'
  | 'loadMore'
  | 'clearSelection'
  | 'selectAll'
  | 'selectRow'
  | 'showPassword'
  | 'hidePassword'
  | 'sortUp'
  | 'sortDown'
  | 'search'
  | 'rowKeys'
  | 'scrollTable',
  string
> & {
  selected: (count: number) => string
  stepOf: (step: number, of: number) => string
}

const Context = createContext<UiTexts | null>(null)

/** Provides the kit's texts to everything inside. */
export const UiText = ({ texts, children }: { texts: UiTexts; children: ReactNode }) => (
  <Context value={texts}>{children}</Context>
)

/** Returns the kit's texts in the reader's language. */
export const useUiText = (): UiTexts => {
  const texts = use(Context)
  if (!texts) throw new Error('UiText is missing')
  return texts
}
