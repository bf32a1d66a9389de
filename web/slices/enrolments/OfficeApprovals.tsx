import { useTranslations } from 'use-intl'
import { enrolmentMoves } from '#contract/plain/enrolments.ts'
import type { Output } from '#contract/index.ts'
import { useReadLater, useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { Later } from '#web/Later.tsx'
import { Link, textLink } from '#web/link.tsx'
import { Name, useNameText } from '#web/Name.tsx'
import { useMay } from '#web/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/useFormat.ts'

type Approval = Output<'enrolments-approvals'>[number]

const verbs = { active: 'approve', dropped: 'decline' } as const

const Line = ({ of }: { of: Approval }) => {
  const t = useTranslations('enrolling')
  const format = useFormat()
  const failure = useFailureText()
  const nameText = useNameText()
  const move = useWrite('enrolments-move')
  const may = useMay()
  const name = nameText({ name: of.student, nativeName: of.nativeName })
  const decide = (to: keyof typeof verbs) =>
    move
      .send({ id: of.id, to, note: '' })
      .then(() => toast(t(to === 'active' ? 'approvedToast' : 'declinedToast', { name, section: of.section })))
      .catch((error: unknown) => toast(failure(error)))
  return (
    <li className="grid gap-2 border-b border-line py-3 text-sm first:pt-0 last:border-0">
      <div className="flex flex-wrap items-baseline gap-2">
        <Link to="/adminstudent" search={{ id: of.studentId }} className={`font-medium ${textLink}`}>
          <Name name={of.student} nativeName={of.nativeName} />
        </Link>
        <Chip crayon={of.crayon}>
          <Name name={of.section} nativeName={of.sectionNativeName} />
        </Chip>
        <span className="ms-auto text-ink-2">{t('since', { day: format.instant(of.createdAt, 'day') })}</span>
      </div>
      <div className="flex justify-end gap-2">
        {(['dropped', 'active'] as const)
          .filter(to => may('enrolments-move') === true && enrolmentMoves.approval.includes(to))
          .map(to => (
            <Button
              key={to}
              size="small"
              variant={to === 'active' ? 'primary' : 'secondary'}
              disabled={move.isPending}
              onClick={() => void decide(to)}
            >
              {t(verbs[to])}
            </Button>
          ))}
      </div>
    </li>
  )
}

/** Enrolments that wait for the office's word. */
export const OfficeApprovals = () => {
  const t = useTranslations('enrolling')
  const approvals = useReadLater('enrolments-approvals', {})
  return (
    <Later of={approvals}>
      {found =>
        found.length === 0 ? (
          <p className="text-ink-2">{t('noApprovals')}</p>
        ) : (
          <ul>
            {found.map(each => (
              <Line key={each.id} of={each} />
            ))}
          </ul>
        )
      }
    </Later>
  )
}
