import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { lotteryMoves, lotteryMovesByHand } from '#contract/enrolment/lotteries.plain.ts'
import type { Lottery } from '#contract/enrolment/lotteries.ts'
import { useReadLater } from '#web/wire/call.ts'
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

type ByHand = (typeof lotteryMovesByHand)[number]
const words = { open: 'open', closed: 'close', cancelled: 'cancel' } as const satisfies Record<ByHand, string>

const Move = ({ of, to, onClose }: { of: Lottery; to: ByHand; onClose: () => void }) => {
  const t = useTranslations('lotteries.office')
  const format = useFormat()
  const name = useFirstName()(of)
  const form = useForm('lotteries-move', path => path, ['classes'])
  const word = words[to]
  return (
    <FormDialog
      title={t(`${word}Sure`, { name })}
      description={t(`${word}Hint`, {
        opens: format.instant(of.opensAt),
        closes: format.instant(of.closesAt),
        n: of.families,
      })}
      verb={t(word)}
      danger={to === 'cancelled'}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: of.id, to }, () => {
          toast(t(`moved.${to}`, { name }))
          onClose()
        })
      }
    >
      {null}
    </FormDialog>
  )
}

const Draw = ({ of, onClose }: { of: Lottery; onClose: () => void }) => {
  const t = useTranslations('lotteries.office')
  const name = useFirstName()(of)
  const [publicValue, setValue] = useState('')
  const form = useForm('lotteries-draw', () => t('publicValue', { source: of.publicSource }), [
    'classes',
    'enrolments',
    'students',
    'parents',
  ])
  return (
    <FormDialog
      title={t('drawSure', { name })}
      description={t('drawHint', { n: of.families, hours: of.confirmHours })}
      verb={t('drawVerb', { n: of.families })}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: of.id, publicValue }, () => {
          toast(t('drawn'))
          onClose()
        })
      }
    >
      {of.publicSource !== '' && (
        <Field
          label={t('publicValue', { source: of.publicSource })}
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

/** Draws again on the server from what is stored, and says whether it is the same. */
export const Rerun = ({ of }: { of: Lottery }) => {
  const t = useTranslations('lotteries.office')
  const [isAsked, setAsked] = useState(false)
  const rerun = useReadLater('lotteries-rerun', { id: of.id }, { enabled: isAsked })
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
                ? t('rerunOther', { numbers: found.differing.join(', ') })
                : t('rerunSealed')}
            <span className="mt-1 block text-sm">
              {t('seed')}: <code className="break-all">{found.seed}</code>
            </span>
          </Notice>
        )}
      </div>
    </div>
  )
}

/** What can become of a draw, by its table of moves; each asks first, since none can be taken back. */
export const LotteryActs = ({ of, children }: { of: Lottery; children?: ReactNode }) => {
  const t = useTranslations('lotteries.office')
  const may = useMay()
  const [asked, setAsked] = useState<ByHand | 'draw' | null>(null)
  const close = () => setAsked(null)
  const moves =
    may('lotteries-move') === true ? lotteryMovesByHand.filter(to => lotteryMoves[of.status].includes(to)) : []
  const draws = may('lotteries-draw') === true && lotteryMoves[of.status].includes('drawn')
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
      {asked === 'draw' && <Draw of={of} onClose={close} />}
      {asked !== null && asked !== 'draw' && <Move of={of} to={asked} onClose={close} />}
    </div>
  )
}
