import { useTranslations } from 'use-intl'
import { assignmentViews } from '#contract/teaching/assignments.plain.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useFirstName, type TwoNames } from '#web/words/Name.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { AssignmentLine } from '#web/teaching/assignments/AssignmentLine.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty, Loading, Skeleton } from '#web/ui/States.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'

type ClassWorkProps = {
  section: (TwoNames & { id: string }) | null
  /** Whether the reader may assign homework to the class. */
  maySet: boolean
}

/** The assignments of one class, or of all the reader's classes, with the state of each. */
export const ClassWork = ({ section, maySet }: ClassWorkProps) => {
  const t = useTranslations('assignments.work')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const firstName = useFirstName()
  const view = assignmentViews.find(each => each === url['view']) ?? 'all'
  const pages = usePages('assignments-list', {
    view,
    ...(section && { sectionId: section.id }),
    ...(search.search && { search: search.search }),
  })
  const isFiltered = view !== 'all' || search.search !== '' || section === null
  const clear = () => {
    search.type('')
    change({ search: undefined, view: undefined })
  }
  return (
    <Card>
      <div data-noprint className="mb-3 flex flex-wrap items-center gap-3">
        <Select
          aria-label={t('views')}
          className="w-52"
          value={view}
          onChange={event => change({ view: event.target.value === 'all' ? undefined : event.target.value })}
        >
          {assignmentViews.map(each => (
            <option key={each} value={each}>
              {t(`view.${each}`)}
            </option>
          ))}
        </Select>
        <SearchBox search={search} label={t('search')} />
      </div>
      <Failure error={pages.error} again={pages.again} />
      {!pages.rows && pages.error === null && (
        <Loading onRetry={pages.again}>
          <div className="grid gap-4">
            {[1, 2, 3, 4].map(each => (
              <Skeleton key={each} className="h-16 rounded-md" />
            ))}
          </div>
        </Loading>
      )}
      {pages.rows?.length === 0 &&
        (isFiltered ? (
          <Empty action={<Button onClick={clear}>{t('showAll')}</Button>}>{t('noneView')}</Empty>
        ) : (
          <Empty
            title={t('noneTitle')}
            action={
              maySet && (
                <Button variant="primary" onClick={() => change({ new: 'yes' })}>
                  {t('new')}
                </Button>
              )
            }
          >
            {t('none', { name: firstName(section) })}
          </Empty>
        ))}
      <ul className={classes('divide-y divide-line transition-opacity', pages.isOld && 'opacity-60')}>
        {pages.rows?.map(row => (
          <AssignmentLine key={row.id} row={row} withSection={section === null} />
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </Card>
  )
}
