import { useUrlState } from '#web/routing/urlState.ts'
import { ImportList } from './ImportList.tsx'
import { ImportRecord } from './ImportRecord.tsx'

/** Imported spreadsheets: the list, or the one that the address names. `undo` undoes a batch and shows the result. */
export const OfficeImports = ({ undo }: { undo: (batchId: string) => Promise<void> }) => {
  const [url, change] = useUrlState()
  const close = () => change({ id: undefined, part: undefined, outcome: undefined, row: undefined })
  return url['id'] ? (
    <ImportRecord key={url['id']} id={url['id']} undo={undo} onClose={close} />
  ) : (
    <ImportList onOpen={id => change({ id })} />
  )
}
