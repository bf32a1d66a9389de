import { useEffect, useState } from 'react'
import { schoolNow, useSchool } from '#web/wire/school.ts'

const readings = new Map<string, Intl.DateTimeFormat>()

const read = (zone: string): { day: string; time: string } => {
  const format =
    readings.get(zone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  readings.set(zone, format)
  const part = Object.fromEntries(format.formatToParts(schoolNow()).map(({ type, value }) => [type, value]))
  return { day: `${part['year']}-${part['month']}-${part['day']}`, time: `${part['hour']}:${part['minute']}` }
}

/** What the calendar and the clock on the school's wall say: 'YYYY-MM-DD' and 'HH:MM', going on by itself. */
export const useSchoolClock = (): { day: string; time: string } => {
  const zone = useSchool()?.school?.zone ?? 'UTC'
  const [now, setNow] = useState(() => read(zone))
  useEffect(() => {
    const look = () =>
      setNow(before => {
        const next = read(zone)
        return next.day === before.day && next.time === before.time ? before : next
      })
    look()
    const timer = setInterval(look, 5000)
    return () => clearInterval(timer)
  }, [zone])
  return now
}
