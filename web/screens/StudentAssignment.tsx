import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useRead } from '#web/call.ts'
import { useNames, type TwoNames } from '#web/Name.tsx'
import { useSession } from '#web/session.ts'
import { ChipLink, ChipRow } from '#web/slices/students/Chips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'

type Choice = TwoNames & { id: string; of: 'child' | 'section' }

const Assignments = ({ choices, nobody }: { choices: readonly Choice[]; nobody: 'noChildren' | 'noClasses' }) => {
  const t = useTranslations('assignments')
  const names = useNames()
  const { child, section } = useSearch({ from: '/studentassignment' })
  const chosen = choices.find(({ id, of }) => id === (of === 'child' ? child : section)) ?? choices[0]
  return (
    <Page
      board
      title={t('title')}
      band={
        choices.length > 1 && (
          <ChipRow label={t('choose')}>
            {choices.map(each => (
              <ChipLink
                key={each.id}
                of={each}
                to="/studentassignment"
                search={{ [each.of]: each.id }}
                current={each.id === chosen?.id}
                avatar={each.of === 'child'}
              />
            ))}
          </ChipRow>
        )
      }
    >
      {chosen ? (
        <Empty title={t('none')}>
          {t(chosen.of === 'child' ? 'noneChild' : 'noneClass', { name: names(chosen).first })}
        </Empty>
      ) : (
        <Empty>{t(nobody)}</Empty>
      )}
    </Page>
  )
}

const useChildren = (): Choice[] => useRead('students-mine', {}).map(one => ({ ...one, of: 'child' }))
const useClasses = (): Choice[] =>
  useRead('classes-list', {})
    .filter(({ status }) => status !== 'cancelled' && status !== 'draft')
    .map(one => ({ ...one, of: 'section' }))

const OfChildren = () => <Assignments choices={useChildren()} nobody="noChildren" />
const OfClasses = () => <Assignments choices={useClasses()} nobody="noClasses" />
const OfBoth = () => {
  const classes = useClasses()
  const children = useChildren()
  return <Assignments choices={[...classes, ...children]} nobody="noClasses" />
}

/** Homework by child for families, by class for teachers and the office. */
export default function StudentAssignment() {
  const roles = useSession().user?.roles ?? []
  const works = roles.includes('teacher') || roles.includes('admin')
  if (!works) return <OfChildren />
  return roles.includes('parent') ? <OfBoth /> : <OfClasses />
}
