import { type TwoNames, useNameText } from '#web/words/Name.tsx'

type ClassOptionsProps = {
  terms: readonly (TwoNames & { id: string })[]
  sections: readonly (TwoNames & { id: string; termId: string })[]
}

/** The options of a class select, grouped by term; terms without classes are omitted. */
export const ClassOptions = ({ terms, sections }: ClassOptionsProps) => {
  const nameText = useNameText()
  return terms.map(term => {
    const inTerm = sections.filter(({ termId }) => termId === term.id)
    return inTerm.length === 0 ? null : (
      <optgroup key={term.id} label={nameText(term)}>
        {inTerm.map(section => (
          <option key={section.id} value={section.id}>
            {nameText(section)}
          </option>
        ))}
      </optgroup>
    )
  })
}
