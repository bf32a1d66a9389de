import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Household } from '#contract/people/parents.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import {
  OfficeAddGuardian,
  OfficeChangeGuardian,
  OfficeRemoveGuardian,
} from '#web/people/parents/office/OfficeGuardianForms.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useInvited } from '#web/access/users/shared/useInvited.tsx'
import { useLookOn } from '#web/people/parents/useLookOn.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

type Guardian = Household['guardians'][number]
type Open = { what: 'add' } | { what: 'change' | 'remove'; guardian: Guardian }

/** The guardians of a family: what each may do, and the office's actions on them. */
export const OfficeGuardians = ({ household }: { household: Household }) => {
  const t = useTranslations('adminParent')
  const people = useTranslations('people')
  const officeText = useTranslations('officeWords')
  const nameText = useNameText()
  const failureText = useFailureText()
  const may = useMay()
  const [open, setOpen] = useState<Open | null>(null)
  const invite = useWrite('parents-invite')
  const mayChange = may('parents-changeGuardian') === true
  const lookOn = useLookOn()
  const [, change] = useUrlState()
  const failure = [invite, lookOn].find(each => each.error !== null)?.error
  const close = () => setOpen(null)
  const invited = useInvited()
  const handing = useTranslations('handingOver')
  return (
    <Part
      title={t('guardians')}
      aside={
        may('parents-addGuardian') === true && (
          <Button size="small" icon={Plus} onClick={() => setOpen({ what: 'add' })}>
            {people('family.addGuardian')}
          </Button>
        )
      }
    >
      {failure !== undefined && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(failure)}
        </Notice>
      )}
      <ul className="grid text-sm">
        {household.guardians.map(guardian => (
          <li
            key={guardian.id}
            className="flex items-start justify-between gap-3 border-b border-line py-2.5 first:pt-0 last:border-0"
          >
            <div className="grid min-w-0 gap-1">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <Name {...guardian} />
                <span className="font-normal text-ink-2">{officeText(`relationship.${guardian.relationship}`)}</span>
              </p>
              <p className="flex flex-wrap gap-x-4 gap-y-1">
                {guardian.phone && (
                  <a href={phoneHref(guardian.phone)} className={textLink}>
                    {guardian.phone}
                  </a>
                )}
                {guardian.otherPhones && <span className="wrap-anywhere">{guardian.otherPhones}</span>}
                {guardian.email && (
                  <a href={`mailto:${guardian.email}`} className={`break-all ${textLink}`}>
                    {guardian.email}
                  </a>
                )}
              </p>
              <p className="flex flex-wrap gap-1.5">
                <Badge tone={guardian.hasSignedIn ? 'good' : 'neutral'}>
                  {t(guardian.hasSignedIn ? 'account' : guardian.hasAccount ? 'invited' : 'noAccount')}
                </Badge>
                {!guardian.hasDataAccess && <Badge tone="bad">{t('noAccess')}</Badge>}
                {!guardian.mayPickUp && <Badge tone="bad">{t('noPickUp')}</Badge>}
              </p>
            </div>
            {mayChange && (
              <Menu
                label={people('family.changeGuardian', { name: nameText(guardian) })}
                button={
                  <>
                    {people('edit')}
                    <ChevronDown size={16} aria-hidden />
                  </>
                }
                buttonClassName={classes(buttonClass('quiet', 'small'), 'whitespace-nowrap')}
              >
                <MenuItem onSelect={() => setOpen({ what: 'change', guardian })}>{people('edit')}</MenuItem>
                {guardian.email !== '' && guardian.hasDataAccess && (
                  <MenuItem
                    onSelect={() => {
                      const who = { householdId: household.id, id: guardian.id }
                      if (invited.isByHand) invited.handOver(guardian, () => invite.send(who))
                      else
                        invite.start(who, () =>
                          invited.tell(guardian, people('family.invited', { email: guardian.email })),
                        )
                    }}
                  >
                    {invited.isByHand
                      ? handing('createLink')
                      : people(guardian.hasAccount ? 'family.inviteAgain' : 'family.invite')}
                  </MenuItem>
                )}
                {guardian.hasDataAccess && may('parents-viewAs') === true && (
                  <MenuItem onSelect={() => lookOn.start(guardian.id)}>{people('family.lookOn')}</MenuItem>
                )}
                {may('duplicates-merge') === true && (
                  <MenuItem onSelect={() => change({ id: undefined, merge: `adult.${guardian.id}.` })}>
                    {people('family.mergeGuardian')}
                  </MenuItem>
                )}
                {household.guardians.length > 1 && (
                  <MenuItem onSelect={() => setOpen({ what: 'remove', guardian })}>{people('family.remove')}</MenuItem>
                )}
              </Menu>
            )}
          </li>
        ))}
      </ul>
      {open?.what === 'add' && <OfficeAddGuardian householdId={household.id} onClose={close} />}
      {open?.what === 'change' && (
        <OfficeChangeGuardian householdId={household.id} guardian={open.guardian} onClose={close} />
      )}
      {open?.what === 'remove' && (
        <OfficeRemoveGuardian householdId={household.id} guardian={open.guardian} onClose={close} />
      )}
      {invited.dialog}
    </Part>
  )
}
