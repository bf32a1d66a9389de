import {
  BookOpen,
  CreditCard,
  Hourglass,
  MapPin,
  PenLine,
  Phone,
  Siren,
  type LucideIcon,
  ClipboardCheck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { FamilyLink, type FamilyTarget } from '#web/people/parents/FamilyLinks.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Home = Output<'parents-home'>

/** The amount due and its date, with a way to pay it; nothing if nothing is due. */
export const DueCard = ({ home, children }: { home: Home; children: ReactNode }) => {
  const t = useTranslations('familyHome')
  const format = useFormat()
  if (home.balanceCents <= 0 || home.dueOn === null) return null
  const isOverdue = home.dueOn < home.today
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface p-4 shadow-2 sm:p-5">
      <div>
        <h2 className="font-sans text-sm font-normal tracking-normal text-ink-2">{t('due')}</h2>
        <p className="display text-2xl tabular-nums">{format.money(home.balanceCents)}</p>
        <p className={isOverdue ? 'text-sm font-semibold text-danger-ink' : 'text-sm font-semibold text-marigold-ink'}>
          {t(isOverdue ? 'wasDueOn' : 'dueOn', {
            amount: format.money(home.overdueCents),
            day: format.day(home.dueOn, 'long'),
          })}
        </p>
      </div>
      {children}
    </section>
  )
}

type ToDo = Home['toDo'][number]

/** Returns a function that gives an item's text, its icon and the page where it is done. */
const useToDo = (home: Home): ((item: ToDo) => FamilyTarget & { icon: LucideIcon; text: string }) => {
  const t = useTranslations('record.toDo')
  const toDosText = useTranslations('familyHome.toDos')
  const firstName = useFirstName()
  const format = useFormat()
  const amount = format.money(home.dueCents)
  return ({ kind, id, of, ofNative }) => {
    switch (kind) {
      case 'pay':
        return {
          to: '/paymenthistory',
          icon: CreditCard,
          text: t(home.dueOn !== null && home.dueOn < home.today ? 'payLate' : 'payBy', {
            amount,
            day: home.dueOn ? format.day(home.dueOn) : '',
          }),
        }
      case 'confirm':
        return { to: '/parent', search: { part: 'confirm', of: id }, icon: ClipboardCheck, text: t('confirm') }
      case 'sign':
        return {
          to: '/parent',
          search: { edit: 'sign', of: id },
          icon: PenLine,
          text: t('sign', { title: firstName({ name: of, nativeName: ofNative }) }),
        }
      case 'contact':
        return { to: '/parent', search: { edit: 'contact', of: id }, icon: Siren, text: t('contact') }
      case 'draft':
        return { to: '/registration', icon: PenLine, text: toDosText('draft') }
      case 'classes':
        return {
          to: '/registration2',
          icon: BookOpen,
          text: toDosText('classes', { name: firstName({ name: of, nativeName: ofNative }) }),
        }
      case 'phone':
        return { to: '/parent', search: { edit: 'me' }, icon: Phone, text: toDosText('phone') }
      case 'address':
        return { to: '/parent', search: { edit: 'address', of: id }, icon: MapPin, text: toDosText('address') }
      case 'request':
        return { to: '/parent', search: { part: 'requests', of: id }, icon: Hourglass, text: t('request') }
      case 'leaving':
        return {
          to: '/student',
          search: { child: id },
          icon: Hourglass,
          text: t('leaving', { name: firstName({ name: of, nativeName: ofNative }) }),
        }
    }
  }
}

/** The family's to-do list, each item with a link; nothing if it is empty. */
export const ToDoCard = ({ home }: { home: Home }) => {
  const t = useTranslations('familyHome')
  const toDo = useToDo(home)
  // A payment due has a card of its own.
  const listed = home.balanceCents > 0 ? home.toDo.filter(({ kind }) => kind !== 'pay') : home.toDo
  if (listed.length === 0) return null
  return (
    <Card title={t('toDo')}>
      <ul className="-my-2 divide-y divide-line">
        {listed.map(item => {
          const { text, ...line } = toDo(item)
          return (
            <FamilyLink key={`${item.kind}${item.id}`} {...line}>
              {text}
            </FamilyLink>
          )
        })}
      </ul>
    </Card>
  )
}
