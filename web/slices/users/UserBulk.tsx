import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { InviteMany } from '#web/InviteMany.tsx'
import type { useChosen } from '#web/listParts.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'

/** What can be done with the chosen accounts. */
export const UserBulk = ({ chosen }: { chosen: ReturnType<typeof useChosen> }) => {
  const t = useTranslations('tables.invite')
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
        <BulkAction icon={UserPlus} onClick={() => setInviting(true)}>
          {t('button')}
        </BulkAction>
      </BulkBar>
      {isInviting && (
        <InviteMany of="users" ids={chosen.ids} onClose={() => setInviting(false)} onDone={chosen.clear} />
      )}
    </>
  )
}
