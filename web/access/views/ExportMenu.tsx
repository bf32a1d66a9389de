import { ChevronDown, FileDown, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { buttonClass } from '#web/ui/Button.tsx'
import { Menu, MenuItem, menuItemClass } from '#web/ui/Menu.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { PeopleLink } from '#web/lists/PeopleLink.tsx'
import { type PrintedPages, usePrinting } from './usePrinting.ts'

type ExportMenuProps = {
  file: 'students' | 'teachers' | 'families' | 'users' | 'balances' | 'received' | 'begun' | 'duties'
  /** The list's filter, and the columns that it shows. */
  query: Record<string, string | boolean | undefined>
  /** The list's pages, which are printed as a whole. */
  printed: PrintedPages
  /** Other exports of the list: `MenuItem`s. */
  children?: ReactNode
}

/** Exports the list as it is searched, filtered, sorted and shown now. */
export const ExportMenu = ({ file, query, printed, children }: ExportMenuProps) => {
  const t = useTranslations('tables.export')
  const text = useUiText()
  const language = useLocale()
  const printing = usePrinting(printed)
  const asked = new URLSearchParams({ lang: language })
  for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, String(value))
  const address = (ending: string) => `/files/${file}.${ending}?${asked}`
  return (
    <Menu
      label={t('button')}
      buttonClassName={buttonClass()}
      button={
        <>
          <FileDown size={18} aria-hidden />
          {printing.isPending ? text.loading : t('button')}
          <ChevronDown size={16} aria-hidden />
        </>
      }
    >
      <PeopleLink href={address('xlsx')} download={`${file}.xlsx`} className={menuItemClass}>
        <FileSpreadsheet size={18} aria-hidden />
        {t('xlsx')}
      </PeopleLink>
      <PeopleLink href={address('csv')} download={`${file}.csv`} className={menuItemClass}>
        <FileText size={18} aria-hidden />
        {t('csv')}
      </PeopleLink>
      <MenuItem onSelect={printing.start}>
        <Printer size={18} aria-hidden />
        {t('print')}
      </MenuItem>
      {children}
    </Menu>
  )
}
