import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { mostRanks, togethers } from '#contract/enrolment/lotteries.plain.ts'
import type { MyChild, MyLottery } from '#contract/enrolment/lotteries.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useDrawClasses, useWhen } from './drawText.ts'

type Wishes = Readonly<Record<string, readonly string[]>>

const moved = (ranks: readonly string[], from: number, to: number): string[] => {
  const list = [...ranks]
  list.splice(to, 0, ...list.splice(from, 1))
  return list
}

type RanksProps = {
  child: MyChild
  draw: MyLottery
  ranks: readonly string[]
  error: string | undefined
  id: string
  onChange: (ranks: readonly string[]) => void
  say: (text: string) => void
}

/** The wishes of one child, reordered by buttons that work the same by keyboard and touch. */
const Ranks = ({ child, draw, ranks, error, id, onChange, say }: RanksProps) => {
  const t = useTranslations('lotteries.form')
  const name = useFirstName()(child)
  const { of: classOf, nameOf } = useDrawClasses(draw.classes)
  const when = useWhen()
  const list = useRef<HTMLFieldSetElement>(null)
  const focus = useRef<string | null>(null)
  // A button that moved, or was removed with its row, must not take the focus with it.
  useEffect(() => {
    if (focus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-at="${focus.current}"]:not(:disabled)`)?.focus()
    focus.current = null
  }, [ranks])
  const move = (code: string, by: 1 | -1) => {
    const at = ranks.indexOf(code)
    const to = at + by
    onChange(moved(ranks, at, to))
    const isAtEnd = to === 0 || to === ranks.length - 1
    focus.current = `${isAtEnd ? (by === 1 ? 'up' : 'down') : by === 1 ? 'down' : 'up'}-${code}`
    say(t('moved', { section: nameOf(code), n: String(to + 1) }))
  }
  const others = draw.classes.filter(({ code }) => child.fits.includes(code) && !ranks.includes(code))
  return (
    <fieldset ref={list} id={id} tabIndex={-1} className="min-w-0 border-t border-line pt-3">
      <legend className="float-start mb-2 w-full font-semibold">
        <Name name={child.name} nativeName={child.nativeName} />
      </legend>
      <div className="clear-both grid gap-2">
        {error && <p className="border-s-4 border-danger ps-3 text-sm font-medium text-danger-ink">{error}</p>}
        {ranks.length === 0 ? (
          <p className="text-sm text-ink-2">{t(child.fits.length === 0 ? 'noFit' : 'none', { child: name })}</p>
        ) : (
          <ol aria-label={t('wishes', { child: name })} className="grid gap-2">
            {ranks.map((code, index) => {
              const section = classOf(code)
              const named = { section: nameOf(code) }
              return (
                <li
                  key={code}
                  data-crayon={section?.crayon}
                  className="relative flex items-center gap-1 overflow-hidden rounded-lg border border-line bg-surface py-1 ps-4 pe-1"
                >
                  <span aria-hidden className="absolute inset-y-0 start-0 w-1.5 bg-crayon" />
                  <span className="display w-6 shrink-0 text-lg tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{nameOf(code)}</span>
                    {section && <span className="block text-sm text-ink-2 tabular-nums">{when(section)}</span>}
                  </span>
                  <IconButton
                    icon={ArrowUp}
                    label={t('up', named)}
                    data-at={`up-${code}`}
                    disabled={index === 0}
                    onClick={() => move(code, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t('down', named)}
                    data-at={`down-${code}`}
                    disabled={index === ranks.length - 1}
                    onClick={() => move(code, 1)}
                  />
                  <IconButton
                    icon={X}
                    label={t('remove', named)}
                    onClick={() => {
                      onChange(ranks.filter(each => each !== code))
                      focus.current = `add-${code}`
                    }}
                  />
                </li>
              )
            })}
          </ol>
        )}
        {others.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {others.map(({ code, seats }) => (
              <li key={code}>
                <Button
                  icon={Plus}
                  data-at={`add-${code}`}
                  aria-label={t('addOf', { section: nameOf(code), child: name })}
                  disabled={ranks.length >= mostRanks}
                  onClick={() => {
                    onChange([...ranks, code])
                    focus.current = `up-${code}`
                    say(t('moved', { section: nameOf(code), n: String(ranks.length + 1) }))
                  }}
                >
                  {nameOf(code)}
                  <span className="text-sm font-normal text-ink-2">{t('seats', { n: seats })}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        {ranks.length >= mostRanks && others.length > 0 && <p className="text-sm text-ink-2">{t('most')}</p>}
      </div>
    </fieldset>
  )
}

/**
 * A family's entry: the classes that each child would like, in order of preference, and whether siblings want to be
 * together.
 */
export const EnterDraw = ({ lottery, onClose }: { lottery: MyLottery; onClose: () => void }) => {
  const t = useTranslations('lotteries')
  const first = useFirstName()
  const eligible = lottery.children.filter(({ fits, ranks }) => fits.length > 0 || ranks.length > 0)
  const [wishes, changeWishes] = useChanges<Wishes>(
    Object.fromEntries(eligible.map(({ studentId, ranks }) => [studentId, ranks])),
  )
  const [{ together }, change] = useChanges({ together: lottery.together })
  const [announced, announce] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const wanting = eligible.filter(({ studentId }) => (wishes[studentId] ?? []).length > 0)
  const nameAt = (path: string): string => {
    const child = wanting[Number(path.split('.')[1])]
    return child ? first(child) : t('form.title')
  }
  const form = useForm('lotteries-enter', nameAt)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(wanting.length === 0)
    if (wanting.length === 0) return
    const children = wanting.map(({ studentId }) => ({ studentId, ranks: [...wishes[studentId]!] }))
    form.send({ id: lottery.id, together: wanting.length > 1 ? together : 'alone', children }, ({ ticket }) => {
      toast(t('form.entered', { number: ticket ?? '' }))
      onClose()
    })
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={<Name name={lottery.name} nativeName={lottery.nativeName} />}
      description={t('form.lead')}
    >
      <form noValidate onSubmit={submit} className="grid gap-5 py-1">
        <ErrorSummary problems={form.problems} attempt={form.attempt} onMend={form.mend} />
        {(form.failure ?? isEmpty) && (
          <Notice alert tone="danger">
            {isEmpty ? t('form.choose') : form.failure}
          </Notice>
        )}
        {eligible.map(child => {
          const path = `children.${wanting.indexOf(child)}.ranks`
          return (
            <Ranks
              key={child.studentId}
              child={child}
              draw={lottery}
              id={wanting.includes(child) ? path : `child-${child.studentId}`}
              ranks={wishes[child.studentId] ?? []}
              error={wanting.includes(child) ? form.field(path).error : undefined}
              onChange={ranks => {
                setEmpty(false)
                changeWishes({ [child.studentId]: ranks })
              }}
              say={announce}
            />
          )
        })}
        <p role="status" className="sr-only">
          {announced}
        </p>
        {wanting.length > 1 && (
          <Field group label={t('form.together')} hint={t('form.togetherHint')}>
            <RadioGroup
              options={togethers.map(value => ({
                value,
                label: t(`together.${value}`),
                ...(value !== 'alone' && { hint: t(`form.${value}Hint`) }),
              }))}
              value={together}
              onChange={next => change({ together: next })}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={form.isPending}>
            {t(lottery.ticket === null ? 'form.send' : 'form.save')}
          </Button>
        </div>
      </form>
    </SidePanel>
  )
}
