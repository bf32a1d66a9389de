import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportRow } from '#contract/exchange/imports.ts'
import { custodyAnswers } from '#contract/exchange/imports.plain.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Answered } from './Answered.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Props = {
  id: string
  row: ImportRow
  /** The name of the child whom the question is about. */
  child: string
  mayDecide: boolean
  /** The number of other open questions with the same text. */
  alike?: number
}
/** True if a question quotes the same notes as the one above it, about another child of the row. */
const repeatsNotes = ({ custody }: ImportRow, at: number): boolean =>
  at > 0 && custody[at]?.notes.join('\n') === custody[at - 1]?.notes.join('\n')
type Kind = (typeof custodyAnswers)[number]

/** Asks what a note on custody or pick-up means for a child, since Lantern doesn't guess. */
export const CustodyQuestion = ({ id, row, child, mayDecide, alike = 0 }: Props) => {
  const t = useTranslations('imports.custody')
  const all = useTranslations('imports.families')
  const failureText = useFailureText()
  const decide = useWrite('imports-decide')
  const [kind, setKind] = useState<Kind | null>(null)
  const [isForAll, setForAll] = useState(false)
  const format = useFormat()
  const [barred, setBarred] = useState<readonly string[]>([])
  const answer = row.custodyAnswers.find(each => each.child === child)
  if (answer)
    return (
      <Answered
        text={t(`answered.${answer.kind}`, { names: format.list(answer.barred), child })}
        mayDecide={mayDecide}
        again={{ id, n: row.n, custody: { child, answer: null } }}
      />
    )
  const at = row.custody.findIndex(each => each.child === child)
  const custody = row.custody[at]
  if (!custody) return null
  const isWhole = kind !== null && (kind !== 'bar' || barred.length > 0)
  return (
    <div role="group" className="grid gap-4" aria-label={t('title', { child })}>
      {repeatsNotes(row, at) ? (
        <p className="font-medium wrap-anywhere">{t('title', { child })}</p>
      ) : (
        <Notice tone="warn" title={t('title', { child })}>
          <ul className="grid gap-1">
            {custody.notes.map(note => (
              <li key={note} className="wrap-anywhere">
                “{note}”
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {mayDecide && (
        <form
          className="grid gap-3"
          onSubmit={event => {
            event.preventDefault()
            if (kind !== null)
              decide.start(
                {
                  id,
                  n: row.n,
                  custody: { child, answer: { kind, barred: kind === 'bar' ? [...barred] : [] } },
                  isForAll: isForAll && kind !== 'bar',
                },
                () => toast(t('saved', { child })),
              )
          }}
        >
          <Field label={t('means')} group>
            <RadioGroup
              value={kind}
              onChange={setKind}
              options={custodyAnswers
                .filter(value => value !== 'bar' || custody.guardians.length > 0)
                .map(value => ({ value, label: t(`answer.${value}`), hint: t(`hint.${value}`) }))}
            />
          </Field>
          {kind === 'bar' && (
            <Field label={t('who')} group>
              <div className="grid">
                {custody.guardians.map(name => (
                  <Checkbox
                    key={name}
                    label={<bdi>{name}</bdi>}
                    checked={barred.includes(name)}
                    onChange={event =>
                      setBarred(event.target.checked ? [...barred, name] : barred.filter(each => each !== name))
                    }
                  />
                ))}
              </div>
            </Field>
          )}
          {alike > 0 && kind !== 'bar' && (
            <Checkbox
              label={all('alike', { n: alike })}
              checked={isForAll}
              onChange={event => setForAll(event.target.checked)}
            />
          )}
          {decide.error !== null && (
            <Notice alert tone="danger">
              {failureText(decide.error)}
            </Notice>
          )}
          <div>
            <Button variant="primary" size="small" type="submit" pending={decide.isPending} disabled={!isWhole}>
              {t('save')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
