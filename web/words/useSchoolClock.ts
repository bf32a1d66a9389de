import type { SchoolTime } from '#rules/lessons.ts'
import { useEffect, useState } from 'react'
import { schoolNow, useSchool } from '#web/wire/school.ts'

const readings = new Map<string, Intl.DateTimeFormat>()

const read = (zone: string): string => {
  const format =
    readings.get(zone) ??
    // Swedish formats have the required form of both.
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  readings.set(zone, format)
  return format.format(schoolNow())
}

/** Returns the date and time at the school, 'YYYY-MM-DD' and 'HH:MM', updated every 5 seconds. */
export const useSchoolClock = (): SchoolTime => {
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
