import { useEffect } from 'react'
import { useSearch } from '#web/routing/routing.tsx'
import { guestCall } from '#web/wire/wire.ts'
import { wishedClass, wishForClass } from './deviceCopy.ts'

/** Keeps the class, or only the term, for which a person comes. */
export const useWishFromAddress = () => {
  const { class: sectionId, term: termId, born } = useSearch()
  useEffect(() => {
    if (!sectionId) {
      if (termId && wishedClass()?.termId !== termId) wishForClass({ sectionId: null, termId })
      return
    }
    if (termId) return wishForClass({ sectionId, termId, ...(born && { birthOn: born }) })
    // A link from elsewhere may name only the class, which then belongs to the term that is open for registration.
    guestCall('classes-catalogue', {}).then(
      ({ term, sections }) => {
        if (term && sections.some(({ id }) => id === sectionId)) wishForClass({ sectionId, termId: term.id })
      },
      () => undefined,
    )
  }, [sectionId, termId, born])
}
