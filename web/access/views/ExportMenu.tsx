import { ChevronDown, FileDown, FileSpreadsheet, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { buttonClass } from '#web/ui/Button.tsx'
import { Menu, menuItemClass } from '#web/ui/Menu.tsx'
import { PeopleLink } from '#web/lists/PeopleLink.tsx'

type ExportMenuProps = {
  file: 'students' | 'teachers' | 'families' | 'users' | 'balances' | 'received' | 'begun' | 'duties'
  /** The list's filter, and the columns that it shows. */
  query: Record<string, string | boolean | undefined>
  /** Other exports of the list: `MenuItem`s. */
  children?: ReactNode
}

/** Exports the list as it is searched, filtered, sorted and shown now. */
export const ExportMenu = ({ file, query, children }: ExportMenuProps) => {
  const t = useTranslations('tables.export')
  const language = useLocale()
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
          {t('button')}
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
      {children}
    </Menu>
  )
}
