import { Archive, ArchiveRestore, MailPlus, Tags, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { call } from '#web/wire/call.ts'
import type { useChosen } from '#web/lists/listParts.tsx'
import { useSelectAll } from '#web/lists/selectAll.ts'
import { useMay } from '#web/session/may.ts'
import { useWriteToFamilies } from '#web/lists/writeToFamilies.ts'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'

const InviteMany = withPage(() => import('#web/access/users/shared/InviteMany.tsx').then(module => module.InviteMany))
const ArchiveMany = withPage(() => import('#web/lists/ArchiveMany.tsx').then(module => module.ArchiveMany))

type FamilyBulkProps = {
  chosen: ReturnType<typeof useChosen>
  filter: Input<'parents-select'>
  total: number | undefined
  isArchive: boolean
  onLabels: () => void
}

/** The bulk actions on the selected families. */
export const FamilyBulk = ({ chosen, filter, total, isArchive, onLabels }: FamilyBulkProps) => {
  const t = useTranslations('tables.bulk')
  const invite = useTranslations('tables.invite')
  const people = useTranslations('people')
  const may = useMay()
  const [isArchiving, setArchiving] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const write = useWriteToFamilies()
  const all = useSelectAll(chosen, total, () => call('parents-select', filter))
  return (
    <>
      <BulkBar count={chosen.ids.length} onClear={chosen.clear} {...all}>
        {may('parents-archive') === true && (
          <BulkAction icon={isArchive ? ArchiveRestore : Archive} onClick={() => setArchiving(true)}>
            {people(isArchive ? 'restore' : 'archive')}
          </BulkAction>
        )}
        {may('messages-createNotice') === true && !isArchive && (
          <BulkAction icon={MailPlus} onClick={() => void write(async () => chosen.ids)}>
            {t('write')}
          </BulkAction>
        )}
        {may('parents-inviteMany') === true && !isArchive && (
          <BulkAction icon={UserPlus} onClick={() => setInviting(true)}>
            {invite('button')}
          </BulkAction>
        )}
        <BulkAction icon={Tags} onClick={onLabels}>
          {t('labels')}
        </BulkAction>
      </BulkBar>
      {isInviting && (
        <Suspense>
          <InviteMany
            list="parents"
            ids={chosen.ids}
            onClose={() => setInviting(false)}
            onDone={() => {
              setInviting(false)
              chosen.clear()
            }}
          />
        </Suspense>
      )}
      {isArchiving && (
        <Suspense>
          <ArchiveMany
            list="parents"
            ids={chosen.ids}
            isArchive={isArchive}
            onClose={() => setArchiving(false)}
            onDone={() => {
              setArchiving(false)
              chosen.clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
