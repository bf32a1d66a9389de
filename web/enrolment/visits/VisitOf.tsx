import { Suspense } from 'react'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { useFeature } from '#web/wire/school.ts'
import { sessionReady } from '#web/session/session.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useInBrowser } from '#web/ui/useInBrowser.ts'

// Few visits to the page lead there, so its code and texts load on demand.
const AskVisit = withPage(async () => {
  const [module] = await Promise.all([import('#web/enrolment/visits/AskVisit.tsx'), sessionReady()])
  return module.AskVisit
})

/** Asks to try the class that the address names, or to attend it for one day. */
export const VisitOf = ({ sections }: { sections: readonly CatalogueSection[] }) => {
  const [values, change] = useUrlState()
  const isInBrowser = useInBrowser()
  const isOn = useFeature('trials')
  const visited = sections.find(({ id }) => id === values['class'])
  const kind = values['visit'] === 'trial' || values['visit'] === 'day' ? values['visit'] : null
  return (
    isInBrowser &&
    isOn &&
    visited &&
    kind && (
      <Suspense>
        <AskVisit section={visited} kind={kind} onClose={() => change({ visit: undefined })} />
      </Suspense>
    )
  )
}
