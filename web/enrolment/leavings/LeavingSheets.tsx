import { lazily } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

const Change = lazily(() => import('#web/enrolment/leavings/Change.tsx').then(module => module.Change))
const Leave = lazily(() => import('#web/enrolment/leavings/Leave.tsx').then(module => module.Leave))
const Retype = lazily(() => import('#web/enrolment/leavings/Retype.tsx').then(module => module.Retype))

/** The sheet that the address opens: to leave a class, to change it for another, or to attend it in another way. */
export const LeavingSheets = ({ isOffice }: { isOffice: boolean }) => {
  const [{ leave, move, to, also, retype }, change] = useUrlState()
  const close = () => change({ leave: undefined, move: undefined, to: undefined, also: undefined, retype: undefined })
  if (retype) return <Retype key={retype} enrolmentId={retype} isOffice={isOffice} onClose={close} />
  if (leave) return <Leave key={leave} enrolmentId={leave} isOffice={isOffice} onClose={close} />
  if (move)
    return (
      <Change
        enrolmentId={move}
        toSectionId={to}
        leaves={to && also ? also.split(',') : []}
        onChoose={next => change({ to: next, also: undefined })}
        isOffice={isOffice}
        onClose={close}
      />
    )
  return null
}
