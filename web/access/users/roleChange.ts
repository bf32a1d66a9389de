import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Grant, User } from '#contract/access/users.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNameText } from '#web/words/Name.tsx'
import { useSession } from '#web/session/session.ts'
import { toast } from '#web/ui/Toast.tsx'

type Change = { user: User; grant: Pick<Grant, 'role' | 'area' | 'endsOn'> }

/** Ends roles at once, with undo; asks first only if the person would lock themselves out. */
export const useRoleChange = () => {
  const t = useTranslations('adminUser')
  const officeText = useTranslations('officeWords')
  const failureText = useFailureText()
  const nameText = useNameText()
  const session = useSession()
  const give = useWrite('users-grantRole')
  const end = useWrite('users-endRole')
  const [asking, setAsking] = useState<Change | null>(null)
  const [error, setError] = useState<unknown>(null)

  const make = async ({ user, grant }: Change, on: boolean): Promise<void> => {
    setError(null)
    try {
      if (on) await give.send({ id: user.id, role: grant.role, area: grant.area, endsOn: grant.endsOn })
      else await end.send({ id: user.id, role: grant.role })
      toast(t(on ? 'granted' : 'ended', { name: nameText(user), role: officeText(`role.${grant.role}`) }), () => {
        void make({ user, grant }, !on)
      })
    } catch (failure) {
      setError(failure)
    }
  }
  return {
    end: (user: User, grant: Change['grant']): void => {
      if (grant.role === 'admin' && user.email === session.user?.email) setAsking({ user, grant })
      else void make({ user, grant }, false)
    },
    asking,
    answer: (yes: boolean): void => {
      if (yes && asking) void make(asking, false)
      setAsking(null)
    },
    failure: error === null ? null : failureText(error),
  }
}
