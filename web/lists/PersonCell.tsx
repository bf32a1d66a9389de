import { Avatar } from '#web/ui/Marks.tsx'
import { Name, type TwoNames, useFirstName } from '#web/words/Name.tsx'

/** A person in the first column of a list: their avatar beside both names. */
export const PersonCell = (person: TwoNames & { id: string }) => {
  const firstName = useFirstName()
  return (
    <span className="flex items-center gap-3">
      <Avatar name={firstName(person)} id={person.id} size="small" />
      <span className="sm:min-w-28">
        <Name {...person} />
      </span>
    </span>
  )
}
