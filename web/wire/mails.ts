import { useSchool } from './school.ts'

/** What happens to the school's emails: they are sent, or kept, in a demo where everyone can read them. */
export const useMails = (): 'sent' | 'demo' | 'kept' => {
  const known = useSchool()
  return known?.mailsLeave === false ? (known.isDemo ? 'demo' : 'kept') : 'sent'
}
