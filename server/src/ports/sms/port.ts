/** Text messages to phones. */
export type Sms = {
  /**
   * Hands a message over to the provider.
   * @param message.to a number with its country code, such as `+12125550142`
   * @throws AppError 400 if the provider can't send to this number; 503 if it can't be used
   */
  send(message: { to: string; text: string }): Promise<void>
}
