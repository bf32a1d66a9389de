/** The filters for classes, and the open class. */
const front = ['search', 'age', 'born', 'level', 'day', 'programme', 'term', 'class', 'find', 'visit', 'for'] as const
/** The step of the registration, where the family comes back to from it, and what it comes for. */
const registration = ['step', 'back', 'class', 'term', 'born', 'suggest'] as const
/** Leaving, changing and retyping a place in a class; each is a sheet over the page. */
const places = ['leave', 'move', 'to', 'also', 'retype'] as const

/**
 * Every address of the specification (section 2), then Lantern's own, each with the parameters that its search may
 * hold: filters, the open record. Every value is text.
 */
export const addresses = {
  '/': front,
  '/home': front,
  '/about': front,
  '/classes': front,
  '/register': registration,
  '/registration': registration,
  '/registration2': registration,
  '/login': ['next', 'forgotten', 'link'],
  '/dashboard/': ['draw'],
  '/parent': ['edit', 'of', 'part', 'show', 'messages', 'event'],
  '/calendar': ['event'],
  '/messages': ['open'],
  '/student': ['child', 'id', 'section', 'badges', 'show', 'edit', ...places],
  '/paymenthistory': ['statement', 'from', 'to', 'pay', 'card', 'back'],
  '/admindashboard': ['show', 'term', 'class', 'from', 'map'],
  '/adminapplication': ['tab', 'search', 'kind', 'state', 'when'],
  '/admingrade': ['term', 'class', 'panel', 'id', 'column'],
  '/adminuser': ['search', 'role', 'verified', 'state', 'sort', 'columns', 'saved', 'id', 'factor'],
  '/adminclass': ['term', 'search', 'state', 'id', 'tab', 'edit', 'add', 'cancel', 'do', ...places],
  '/adminteacher': ['search', 'view', 'sort', 'columns', 'saved', 'id', 'do'],
  '/adminparent': ['search', 'view', 'sort', 'columns', 'saved', 'id', 'of', 'merge', 'round', 'do'],
  '/adminstudent': [
    'search',
    'view',
    'class',
    'grade',
    'sort',
    'columns',
    'saved',
    'id',
    'do',
    'merge',
    'term',
    'tab',
    ...places,
  ],
  '/adminpayment': [
    'search',
    'view',
    'age',
    'sort',
    'columns',
    'saved',
    'family',
    'do',
    'refunds',
    'tab',
    'statement',
    'from',
    'to',
  ],
  '/adminmessage': ['search', 'tab', 'id', 'edit', 'state', 'family', 'class'],
  '/teacherdashboard/': ['roll', 'grades', 'panel', 'id', 'column', 'messages', 'event'],
  '/studentassignment': ['child', 'section', 'class', 'state', 'view', 'search', 'id', 'student', 'new'],
  '/adminevent': [
    'view',
    'year',
    'owe',
    'sort',
    'family',
    'when',
    'month',
    'day',
    'event',
    'edit',
    'search',
    'off',
    'class',
  ],
  '/adminconfig': ['subMenu', 'id', 'search', 'action', 'from', 'to'],
  '/account': [],
  '/auth/action': ['mode', 'oobCode', 'next'],
  '/draws': ['id'],
  '/badge': [],
  '/setup': [],
} as const

/** The path of a screen. */
export type Path = keyof typeof addresses
/** The parameters that the search of an address may hold; for several addresses, those of any of them. */
export type SearchOf<To extends Path> = { [Key in (typeof addresses)[To][number]]?: string | undefined }
