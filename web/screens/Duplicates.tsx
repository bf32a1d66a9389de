import { useTranslations } from 'use-intl'
import type { DuplicateKind } from '#contract/office/duplicates.ts'
import { duplicateKinds } from '#contract/office/duplicates.plain.ts'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { DuplicatesList } from '#web/office/duplicates/DuplicatesList.tsx'
import { FindOther } from '#web/office/duplicates/FindOther.tsx'
import { Merge } from '#web/office/duplicates/Merge.tsx'
import { mergeKey } from '#web/office/duplicates/sides.tsx'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Parses `merge=` in an address: the kind, the record to keep, and possibly the other one. Returns null if it isn't
 * valid.
 */
const mergeOf = (text: string | undefined) => {
  const [kind, keepId = '', dropId = ''] = (text ?? '').split('.')
  const of = duplicateKinds.find(each => each === kind)
  return of && uuid.test(keepId) ? { of, keepId, dropId: uuid.test(dropId) ? dropId : null } : null
}

/** The suggested pairs of duplicate families and adults, or students, and the merge of one pair. */
export default function Duplicates({ among }: { among: 'families' | 'students' }) {
  const t = useTranslations('duplicates')
  const [url, change] = useUrlState()
  const undo = useUndoBatch()
  const merging = mergeOf(url['merge'])
  const of: DuplicateKind = among === 'students' ? 'student' : url['of'] === 'adult' ? 'adult' : 'household'
  const back = (
    <BackButton onClick={() => change(merging ? { merge: undefined } : { view: undefined, of: undefined })}>
      {merging ? t('merge.back') : t(among === 'students' ? 'toStudents' : 'toFamilies')}
    </BackButton>
  )
  if (merging) {
    const { keepId, dropId } = merging
    return (
      <Page title={dropId ? t(`merge.title.${merging.of}`) : t('find.title')} above={back}>
        {dropId ? (
          <Merge
            kind={merging.of}
            keepId={keepId}
            dropId={dropId}
            onSwap={() => change({ merge: mergeKey(merging.of, dropId, keepId) }, { replace: true })}
            onUndo={batchId => void undo(batchId)}
            onDone={() => change({ merge: undefined })}
          />
        ) : (
          <FindOther
            kind={merging.of}
            keepId={keepId}
            onChoose={other => change({ merge: mergeKey(merging.of, keepId, other) })}
          />
        )}
      </Page>
    )
  }
  return (
    <Page title={t('title')} lead={t('lead')} above={back}>
      {among === 'families' && (
        <div className="mb-4">
          <Segmented
            label={t('which')}
            value={of}
            onChange={next => change({ of: next === 'household' ? undefined : next })}
            options={[
              { value: 'household', label: t('leadFamilies') },
              { value: 'adult', label: t('leadAdults') },
            ]}
          />
        </div>
      )}
      <DuplicatesList
        key={of}
        kind={of}
        onCompare={(keepId, dropId) => change({ merge: mergeKey(of, keepId, dropId) })}
      />
    </Page>
  )
}
