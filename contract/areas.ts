import { type Callable, type Role, sliceOf } from './callable.ts'

/** The areas of administrators. `all` is a full administrator; the others reach a part of the functions. */
export const areas = ['all', 'registrar', 'academic', 'treasurer', 'duties', 'auditor'] as const
export type Area = (typeof areas)[number]

/** Slices (`payments`) and single functions (`config-pricing`): `only` these, or all `except` these. */
type Only = { readonly only: readonly string[]; readonly butNot?: readonly string[] }
type Part = Only | { readonly except: readonly string[] }
const everything = { except: [] } as const

/**
 * Reads may be given by exclusion. Writes must be listed, so that a new write is closed to every area until it is added
 * to one.
 */
type Reach = { readonly read: Part; readonly write: Only | typeof everything }

/**
 * The functions each area includes, for callers in their administrator role. The door removes that role from a caller
 * whose area does not include a function, and screens hide what would be refused.
 */
const areaTable: Record<Area, Reach> = {
  all: { read: everything, write: everything },
  registrar: {
    read: { except: ['backups', 'oneroster-clients', 'identity-testProvider'] },
    // Money, access, the school's rules and its keys are left to full administrators.
    write: {
      only: [
        'absences',
        'applications',
        'assignments',
        'badges',
        'batches',
        'cancellations-cancelDay',
        'cancellations-restore',
        'claims',
        'classes',
        'config-addPicture',
        'config-change',
        'config-changeDuties',
        'config-changeLanguages',
        'config-changePicture',
        'config-orderPictures',
        'config-removePicture',
        'config-restorePicture',
        'config-testMail',
        'confirmations',
        'documents',
        'duplicates',
        'duties',
        'enrolments',
        'events',
        'forms',
        'grades',
        'imports',
        'jobs-resend',
        'leavings',
        'lotteries',
        'messages',
        'oneroster-apply',
        'oneroster-upload',
        'parents',
        'placements',
        'policies',
        'promotions',
        'push',
        'students',
        'teachers',
        'terms',
        'users-exportPeople',
        'views',
        'visits',
        'volunteers',
        'windows',
      ],
      // Can't be undone.
      butNot: ['parents-erase'],
    },
  },
  academic: {
    read: {
      only: [
        'dashboard',
        'students',
        'parents-list',
        'parents-get',
        'teachers',
        'classes',
        'terms',
        'config',
        'enrolments',
        'applications',
        'placements',
        'visits',
        'lotteries',
        'promotions',
        'absences',
        'assignments',
        'grades',
        'events',
        'messages',
        'documents',
        'forms',
        'policies',
        'cancellations',
        'batches',
        'users-me',
        'users-search',
        'views',
      ],
    },
    write: {
      only: [
        'teachers',
        'placements',
        'promotions',
        'absences',
        'assignments',
        'grades',
        'events',
        'messages',
        'batches',
        'users-exportPeople',
        'views',
        'applications',
      ],
    },
  },
  treasurer: {
    read: {
      only: [
        'dashboard',
        'payments',
        'cards',
        'leavings',
        'prices',
        'students',
        'parents',
        'teachers',
        'classes',
        'terms',
        'config',
        'events',
        'users-me',
        'users-search',
        'views',
      ],
    },
    write: { only: ['payments', 'prices', 'leavings-settle', 'users-exportPeople', 'views'] },
  },
  duties: {
    read: {
      only: [
        'dashboard',
        'duties',
        'events',
        'volunteers-list',
        'volunteers-candidates',
        'classes-list',
        'classes-names',
        'classes-parts',
        'terms',
        'config',
        'messages-audience',
        'messages-find',
        'batches',
        'users-me',
        'views',
      ],
    },
    write: {
      only: [
        'duties',
        'events',
        'volunteers-appoint',
        'volunteers-end',
        'config-changeDuties',
        'batches-undo',
        'users-exportPeople',
        'views',
      ],
    },
  },
  // Changes nothing, but may download the lists it reads.
  auditor: {
    read: { except: ['backups', 'oneroster', 'identity-testProvider'] },
    write: { only: ['users-exportPeople'] },
  },
}

const holds = (part: Part, name: string): boolean => {
  const isNamed = (names: readonly string[]) => names.includes(name) || names.includes(sliceOf(name))
  return 'only' in part ? isNamed(part.only) && !part.butNot?.includes(name) : !isNamed(part.except)
}

/** True when an area includes a function. A null area includes none. */
export const areaReaches = (area: Area | null, name: string, kind: Callable['kind']): boolean =>
  area !== null && holds(areaTable[area][kind], name)

/** The caller's roles for one function, after their area is applied: a treasurer is no administrator of grades. */
export const rolesFor = (
  who: { readonly roles: readonly Role[]; readonly area: Area | null },
  name: string,
  kind: Callable['kind'],
): readonly Role[] => (areaReaches(who.area, name, kind) ? who.roles : who.roles.filter(role => role !== 'admin'))
