/** What is no whole number is sent as one that the contract refuses at its field. */
export const numberOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1)
