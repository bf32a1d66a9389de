const key = 'setting-up'

/** True if a person follows the set-up in this tab, so that each page leads to the next step. */
export const isSettingUp = (): boolean => {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Starts or stops leading from step to step. */
export const setSettingUp = (isOn: boolean): void => {
  try {
    if (isOn) sessionStorage.setItem(key, 'yes')
    else sessionStorage.removeItem(key)
  } catch {
    // Without storage there is only the checklist.
  }
}

type Search = Readonly<Record<string, string | undefined>>
/** True if an address opens the page on which a step is done: the same settings page, tab and task. */
export const asksFor = (address: Search, step: Search): boolean =>
  ['subMenu', 'tab', 'do'].every(key => address[key] === step[key])
