import { Change } from '#web/slices/leavings/Change.tsx'
import { Leave } from '#web/slices/leavings/Leave.tsx'
import { useUrlState } from '#web/urlState.ts'

/** The sheet that the address asks for: a class that is left, or changed for another. */
export const LeavingSheets = ({ isOffice }: { isOffice: boolean }) => {
  const [{ leave, move, to }, change] = useUrlState()
  const close = () => change({ leave: undefined, move: undefined, to: undefined })
  if (leave) return <Leave key={leave} enrolmentId={leave} isOffice={isOffice} onClose={close} />
  if (move)
    return (
      <Change
        enrolmentId={move}
        toSectionId={to}
        onChoose={next => change({ to: next })}
        isOffice={isOffice}
        onClose={close}
      />
    )
  return null
}
