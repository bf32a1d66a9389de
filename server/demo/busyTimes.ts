import type { Office } from './office.ts'

/** Before the term is planned. */
const saidAt = new Date('2026-06-01T14:00:00Z')

/** When the demo's teacher can't teach: other commitments that planning should take into account. */
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
