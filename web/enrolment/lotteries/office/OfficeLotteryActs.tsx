import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lotteryMoves, lotteryMovesByHand } from '#contract/enrolment/lotteries.plain.ts'
import type { Lottery } from '#contract/enrolment/lotteries.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useEntryTimes } from '../drawText.ts'

type ByHand = (typeof lotteryMovesByHand)[number]
const words = { open: 'open', closed: 'close', cancelled: 'cancel' } as const satisfies Record<ByHand, string>

const Move = ({ lottery, to, onClose }: { lottery: Lottery; to: ByHand; onClose: () => void }) => {
  const t = useTranslations('lotteries.office')
  const format = useFormat()
  const mails = useMails()
  const timesOf = useEntryTimes()
  const first = useFirstName()
  const name = first(lottery)
  const full = lottery.classes.filter(({ seats }) => seats === 0)
  const form = useForm('lotteries-move', path => path)
  const word = words[to]
  return (
    <FormDialog
      title={t(`${word}Sure`, { name })}
      description={t(`${word}Hint`, {
        opens: format.instant(lottery.opensAt),
        closes: to === 'open' ? timesOf(lottery).closes : format.instant(lottery.closesAt),
        n: lottery.families,
        mails,
      })}
      verb={t(word)}
      danger={to === 'cancelled'}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: lottery.id, to }, () => {
          toast(t(`moved.${to}`, { name }))
          onClose()
        })
      }
    >
      {to === 'open' && full.length > 0 && (
        <Notice tone="warn">{t('openFull', { n: full.length, names: format.all(full.map(first)) })}</Notice>
      )}
    </FormDialog>
  )
}

const Draw = ({ lottery, onClose }: { lottery: Lottery; onClose: () => void }) => {
  const t = useTranslations('lotteries.office')
  const name = useFirstName()(lottery)
  const [publicValue, setValue] = useState('')
  const mails = useMails()
  const form = useForm('lotteries-draw', () => t('publicValue', { source: lottery.publicSource }))
  return (
    <FormDialog
      title={t('drawSure', { name })}
      description={t('drawHint', { n: lottery.families, hours: lottery.confirmHours, mails })}
      verb={t('drawVerb', { n: lottery.families, mails })}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: lottery.id, publicValue }, () => {
          toast(t('drawn'))
          onClose()
        })
      }
    >
      {lottery.publicSource !== '' && (
        <Field
          label={t('publicValue', { source: lottery.publicSource })}
          hint={t('publicValueHint')}
          required
          {...form.field('publicValue')}
        >
          <Input value={publicValue} onChange={event => setValue(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}

/** Repeats the draw on the server from the stored data, and says whether the result is the same. */
export const Rerun = ({ lottery }: { lottery: Lottery }) => {
  const t = useTranslations('lotteries.office')
  const [isAsked, setAsked] = useState(false)
  const rerun = useReadLater('lotteries-rerun', { id: lottery.id }, { enabled: isAsked })
  const format = useFormat()
  const found = rerun.data
  return (
    <div className="grid gap-3">
      <div>
        <Button
          pending={isAsked && rerun.isFetching}
          onClick={() => {
            if (isAsked) void rerun.refetch()
            setAsked(true)
          }}
        >
          {t('rerun')}
        </Button>
      </div>
      <Failure error={rerun.error} again={() => void rerun.refetch()} />
      <div role="status">
        {found && (
          <Notice tone={found.isSame ? 'good' : 'danger'}>
            {found.isSame
              ? t('rerunSame')
              : found.differing.length > 0
                ? t('rerunOther', { numbers: format.list(found.differing) })
                : t('rerunSealed')}
            <span className="mt-1 block text-sm">
              {format.labelled(t('seed'), '')}
              <code className="break-all">{found.seed}</code>
            </span>
          </Notice>
        )}
      </div>
    </div>
  )
}

/** The moves that a lottery's transition table allows; each asks first, since none can be undone. */
export const LotteryActs = ({ lottery, children }: { lottery: Lottery; children?: ReactNode }) => {
  const t = useTranslations('lotteries.office')
  const may = useMay()
  const [asked, setAsked] = useState<ByHand | 'draw' | null>(null)
  const close = () => setAsked(null)
  const moves =
    may('lotteries-move') === true ? lotteryMovesByHand.filter(to => lotteryMoves[lottery.status].includes(to)) : []
  const draws = may('lotteries-draw') === true && lotteryMoves[lottery.status].includes('drawn')
  if (moves.length === 0 && !draws) return null
  return (
    <div className="flex flex-wrap gap-2">
      {draws && (
        <Button variant="primary" onClick={() => setAsked('draw')}>
          {t('draw')}
        </Button>
      )}
      {moves.map(to => (
        <Button
          key={to}
          variant={to === 'cancelled' ? 'quiet' : to === 'open' ? 'primary' : 'secondary'}
          onClick={() => setAsked(to)}
        >
          {t(words[to])}
        </Button>
      ))}
      {children}
      {asked === 'draw' && <Draw lottery={lottery} onClose={close} />}
      {asked !== null && asked !== 'draw' && <Move lottery={lottery} to={asked} onClose={close} />}
    </div>
  )
}
