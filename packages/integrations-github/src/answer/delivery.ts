/** One attempt of GitHub to deliver an event, from its own log. */
export interface GithubDelivery {
  readonly id: string;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly deliveredAt: string;
  readonly redelivery: boolean;
  /** 0 when the receiver could not be reached. */
  readonly statusCode: number;
}
