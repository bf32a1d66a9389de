import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Notice, NoticeGroup } from '#contract/communication/messages.notices.ts'
import { readStates } from '#contract/communication/messages.notices.plain.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Named } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchInput, Select } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Person = NoticeGroup['people'][number]
const mailTones: Record<Person['mail'], Tone> = {
  none: 'neutral',
  queued: 'info',
  sent: 'good',
  failed: 'bad',
  kept: 'neutral',
}

const Reader = ({ person, needsAnswer }: { person: Person; needsAnswer: boolean }) => {
  const t = useTranslations('messages.page')
  const format = useFormat()
  return (
    <li className="grid gap-x-4 gap-y-0.5 py-1 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline">
      <span className="min-w-0">
        <Named names={person} />
        {person.problem && <span className="block text-xs break-words text-danger-ink">{person.problem}</span>}
      </span>
      <span className="flex flex-wrap gap-x-4 text-ink-2 sm:justify-end">
        <Status tone={person.readAt ? 'good' : 'warn'}>
          {person.confirmedAt && needsAnswer
            ? t('confirmedAt', { at: format.instant(person.confirmedAt) })
            : person.readAt
              ? t('readAt', { at: format.instant(person.readAt) })
              : t('notRead')}
        </Status>
        <Status tone={mailTones[person.mail]}>{t(`mail.${person.mail}`)}</Status>
        {person.push !== 'none' && <Status tone={mailTones[person.push]}>{t(`push.${person.push}`)}</Status>}
      </span>
    </li>
  )
}

/** The families that a notice has reached, and those that have read it. */
export const Delivery = ({ notice }: { notice: Notice }) => {
  const t = useTranslations('messages.page')
  const [state, setState] = useState<(typeof readStates)[number] | ''>('')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const pages = usePages('messages-delivery', {
    id: notice.id,
    ...(state && { state }),
    ...(search && { search }),
  })
  return (
    <div className="grid gap-3">
      <div data-noprint className="flex flex-wrap gap-3">
        <SearchInput
          className="min-w-0 flex-1 basis-48"
          label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Select
          aria-label={t('show')}
          className="w-40"
          value={state}
          onChange={event => setState(readStates.find(each => each === event.target.value) ?? '')}
        >
          <option value="">{t('filter.all')}</option>
          {readStates.map(each => (
            <option key={each} value={each}>
              {t(`filter.${each}`)}
            </option>
          ))}
        </Select>
      </div>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <Empty>{t('none')}</Empty>}
      <ul className={classes('divide-y divide-line', pages.isOld && 'opacity-60')}>
        {pages.rows?.map(group => (
          <li key={group.id} className="py-2">
            {group.isHousehold && <p className="text-sm font-semibold">{group.name}</p>}
            <ul>
              {group.people.map(person => (
                <Reader key={person.id} person={person} needsAnswer={notice.needsAnswer} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </div>
  )
}
