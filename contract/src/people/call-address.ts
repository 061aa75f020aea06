/** The address with which a phone calls this number. */
export const toCallAddress = (phone: string) => `tel:${phone.replace(/(?!^)\+|[^\d+]/g, '')}`
