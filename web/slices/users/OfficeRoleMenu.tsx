import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { roles, type Role } from '#contract/callable.ts'
import type { User } from '#contract/users.ts'
import { useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { useNameText } from '#web/Name.tsx'
import { useSession } from '#web/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/Toast.tsx'

type Change = { user: User; role: Role }

/** Grants and ends roles at once, with a way back; asks first only where one would lock oneself out. */
export const useRoleChange = () => {
  const t = useTranslations('adminUser')
  const words = useTranslations('officeWords')
  const failureText = useFailureText()
  const nameText = useNameText()
  const session = useSession()
  const grant = useWrite('users-grantRole', ['teachers', 'parents'])
  const end = useWrite('users-endRole', ['teachers', 'parents'])
  const [asking, setAsking] = useState<Change | null>(null)
  const [error, setError] = useState<unknown>(null)

  const make = async ({ user, role }: Change, on: boolean): Promise<void> => {
    setError(null)
    try {
      await (on ? grant : end).send({ id: user.id, role })
      toast(t(on ? 'granted' : 'ended', { name: nameText(user), role: words(`role.${role}`) }), () => {
        void make({ user, role }, !on)
      })
    } catch (failure) {
      setError(failure)
    }
  }
  return {
    toggle: (user: User, role: Role): void => {
      const has = user.roles.includes(role)
      if (has && role === 'admin' && user.email === session.user?.email) setAsking({ user, role })
      else void make({ user, role }, !has)
    },
    asking,
    answer: (yes: boolean): void => {
      if (yes && asking) void make(asking, false)
      setAsking(null)
    },
    failure: error === null ? null : failureText(error),
  }
}

/** The roles of one account, each given or taken by choosing it. */
export const OfficeRoleMenu = ({ user, change }: { user: User; change: ReturnType<typeof useRoleChange> }) => {
  const t = useTranslations('adminUser')
  const words = useTranslations('officeWords')
  const nameText = useNameText()
  return (
    <Menu
      label={t('changeRolesOf', { name: nameText(user) })}
      button={
        <>
          {t('changeRoles')}
          <ChevronDown size={16} aria-hidden />
        </>
      }
      buttonClassName={buttonClass('quiet', 'small')}
    >
      {roles.map(role => {
        const has = user.roles.includes(role)
        return (
          <MenuItem key={role} onSelect={() => change.toggle(user, role)}>
            <Check size={18} aria-hidden className={has ? 'text-primary-ink' : 'invisible'} />
            {t(has ? 'endRole' : 'giveRole', { role: words(`role.${role}`) })}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
