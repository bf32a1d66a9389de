import { Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { AddPickUp, PickUpBadge, useHeld } from '#web/people/parents/pickUpParts.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

type Household = Output<'parents-household'>[number]
type Entry = Household['pickUps'][number]

/**
 * The people who may pick up the children besides their guardians, and until when; people whom the office has blocked
 * are marked.
 */
export const PickUpList = ({ household, isOffice = false }: { household: Household; isOffice?: boolean }) => {
  const t = useTranslations('record')
  const failure = useFailureText()
  const firstName = useFirstName()
  const held = useHeld()
  const remove = useWrite('parents-removePickUp')
  const allow = useWrite('parents-allowPickUp')
  const deny = useWrite('parents-denyPickUp')
  const removeEntry = ({ id, rule, ...entry }: Entry) =>
    remove
      .send({ id })
      .then(() =>
        toast(t('pickUp.removed', { name: entry.name }), () =>
          (rule === 'allow' ? allow : deny).start({ householdId: household.id, ...entry }),
        ),
      )
      .catch((error: unknown) => toast(failure(error)))
  if (household.pickUps.length === 0) return <p className="text-ui text-ink-2">{t('pickUp.none')}</p>
  return (
    <ul className="-my-2 divide-y divide-line">
      {household.pickUps.map(entry => {
        const child = household.children.find(({ id }) => id === entry.studentId)
        return (
          <li key={entry.id} className="flex items-start justify-between gap-2 py-2.5">
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="text-ui font-semibold">{entry.name}</span>
                <PickUpBadge rule={entry.rule} />
              </p>
              <p className="text-sm text-ink-2">
                {[
                  entry.relationship,
                  child ? firstName(child) : household.children.length > 1 && t('pickUp.everyChild'),
                  held(entry),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {entry.phone && <PhoneLink phone={entry.phone} />}
              {entry.rule === 'deny' && !isOffice && <p className="text-sm text-ink-2">{t('pickUp.byOffice')}</p>}
            </div>
            {((entry.rule === 'allow' && (household.isWhole || child)) || isOffice) && (
              <IconButton
                icon={Trash2}
                label={t('pickUp.removeOf', { name: entry.name })}
                onClick={() => void removeEntry(entry)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The family's own pick-up list, with a button to add to it. */
export const PickUpCard = ({ household }: { household: Household }) => {
  const t = useTranslations('record')
  const [{ edit, of }, change] = useUrlState()
  const close = useClose('edit', 'of')
  return (
    <Card
      title={t('pickUp.title')}
      aside={
        <Button
          variant="quiet"
          size="small"
          icon={Plus}
          className="-my-2 -me-2"
          aria-label={t('pickUp.add')}
          onClick={() => change({ edit: 'pickup', of: household.id })}
        >
          {t('add')}
        </Button>
      }
    >
      <p className="-mt-2 mb-4 text-sm text-ink-2">{t('pickUp.lead')}</p>
      <PickUpList household={household} />
      {edit === 'pickup' && of === household.id && <AddPickUp household={household} rule="allow" onClose={close} />}
    </Card>
  )
}
