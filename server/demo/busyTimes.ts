import type { Office } from './office.ts'

/** Before the term was planned. */
const saidAt = new Date('2026-06-01T14:00:00Z')

/** When the teacher of the demo can't teach: other duties that planning should know of. */
export const sayBusyTimes = (office: Office): Promise<unknown> =>
  office.call(
    'teacher@lakeside.example',
    'teachers-setBusyTimes',
    {
      times: [
        { weekday: 6, startsAt: '09:00', endsAt: '12:00', note: 'Choir practice' },
        { weekday: 7, startsAt: '17:30', endsAt: '20:00', note: '' },
      ],
    },
    saidAt,
  )
