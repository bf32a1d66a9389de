import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useFeature } from '#web/wire/school.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Section = Output<'students-mine'>[number]['sections'][number]

/**
 * A family's actions on one enrolment of its child: leave or change the class, ask to audit, or withdraw its request.
 */
export const PlaceActions = ({ section }: { section: Section }) => {
  const t = useTranslations('leavings')
  const format = useFormat()
  const first = useFirstName()
  const failureText = useFailureText()
  const [, change] = useUrlState()
  const { data = [] } = useReadLater('leavings-mine', {}, { withPage: true })
  const takeBack = useWrite('leavings-takeBack')
  const hasAuditing = useFeature('auditing')
  const place = data.find(({ enrolmentId }) => enrolmentId === section.enrolmentId)
  if (!place || section.waitingPosition !== null) return null
  const { request } = place
  if (request)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-48 text-sm">
          {t(`asked.${request.kind}`, {
            day: format.day(request.onDay),
            to: first({ name: request.toSection, nativeName: request.toSectionNativeName }),
          })}
        </p>
        <Button
          variant="quiet"
          pending={takeBack.isPending}
          onClick={() =>
            takeBack.send({ requestId: request.id }).then(
              () => toast(t('asked.takenBack')),
              (error: unknown) => toast(failureText(error)),
            )
          }
        >
          {t('asked.takeBack')}
        </Button>
      </div>
    )
  const name = first({ ...section, otherTerm: { name: section.term, nativeName: section.termNativeName } })
  return (
    <div className="-ms-3 flex flex-wrap gap-x-2">
      {section.status === 'active' && (
        <Button
          variant="quiet"
          aria-label={t('named', { verb: t('change'), section: name })}
          onClick={() => change({ move: section.enrolmentId, to: undefined })}
        >
          {t('change')}
        </Button>
      )}
      {place.toType && (place.toType !== 'audit' || hasAuditing) && (
        <Button
          variant="quiet"
          aria-label={t('named', { verb: t(`types.${place.toType}`), section: name })}
          onClick={() => change({ retype: section.enrolmentId })}
        >
          {t(`types.${place.toType}`)}
        </Button>
      )}
      <Button
        variant="quiet"
        aria-label={t('named', { verb: t('leave'), section: name })}
        onClick={() => change({ leave: section.enrolmentId })}
      >
        {t('leave')}
      </Button>
    </div>
  )
}
