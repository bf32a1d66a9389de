import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import type { Output } from '#contract/index.ts'
import { isClassList } from '#rules/pastedClasses/columns.ts'
import { useNavigate } from '#web/routing/routing.tsx'
import { carryClasses } from '#web/enrolment/classes/shared/carriedClasses.ts'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { call } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ImportSeats } from './ImportSeats.tsx'

/** Returns the rows of a sheet below its headings, in order, with the headings first. */
const gridOf = async (run: Import): Promise<string[][]> => {
  const grid = [run.columns.map(({ header }) => header)]
  let after: string | undefined
  do {
    const page: Output<'imports-rows'> = await call('imports-rows', { id: run.id, ...(after && { after }) })
    for (const { n, cells } of page.rows) if (n > run.headerRow) grid.push(cells)
    after = page.next ?? undefined
  } while (after)
  return grid
}

/**
 * A sheet that lists classes leads to the page that creates them; one that names students' classes enrolls the
 * students.
 */
export const ImportClasses = ({ run, undo }: { run: Import; undo: (batchId: string) => Promise<void> }) => {
  const t = useTranslations('imports')
  const may = useMay()
  const go = useNavigate()
  const failureText = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (isClassList(run.columns.map(({ header }) => header))) {
    const carry = async () => {
      setBusy(true)
      try {
        carryClasses(await gridOf(run))
        await go({ to: '/adminclass', search: { do: 'paste' } })
      } catch (broken) {
        setError(broken)
        setBusy(false)
      }
    }
    return (
      <Notice
        className="mb-4"
        action={
          may('classes-paste') === true && (
            <Button size="small" pending={isBusy} onClick={() => void carry()}>
              {t('classList.carry')}
            </Button>
          )
        }
      >
        {t('classList.text')}
        {error !== null && <span className="mt-2 block text-danger-ink">{failureText(error)}</span>}
      </Notice>
    )
  }
  if (!run.columns.some(({ target }) => target.field.startsWith('child-class'))) return null
  return run.newChildren > 0 ? (
    <Notice className="mb-4">{t('seats.first')}</Notice>
  ) : (
    <div className="mb-6">
      <ImportSeats run={run} undo={undo} />
    </div>
  )
}
