import { useSchool } from './school.ts'

/**
 * Returns how the school's emails leave: 'sent' by a server, 'kept' for the office, or 'demo', where everyone can read
 * them.
 */
export const useMails = (): 'sent' | 'demo' | 'kept' => {
  const known = useSchool()
  return known?.mailsLeave === false ? (known.isDemo ? 'demo' : 'kept') : 'sent'
}
