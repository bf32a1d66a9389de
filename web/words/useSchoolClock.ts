import { useEffect, useState } from 'react'
import { schoolNow, useSchool } from '#web/wire/school.ts'

const readings = new Map<string, Intl.DateTimeFormat>()

const read = (zone: string): string => {
  const format =
    readings.get(zone) ??
    // Swedish writes both as they are wanted here.
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  readings.set(zone, format)
  return format.format(schoolNow())
}

/** What the calendar and the clock on the school's wall say: 'YYYY-MM-DD' and 'HH:MM', going on by itself. */
export const useSchoolClock = (): { day: string; time: string } => {
  const zone = useSchool()?.school?.zone ?? 'UTC'
  const [now, setNow] = useState(() => read(zone))
  useEffect(() => {
    const look = () => setNow(read(zone))
    look()
    const timer = setInterval(look, 5000)
    return () => clearInterval(timer)
  }, [zone])
  const [day = '', time = ''] = now.split(' ')
  return { day, time }
}
