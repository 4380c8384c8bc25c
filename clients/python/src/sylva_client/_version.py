"""The version of the client, which is the service's own."""

VERSION = "0.2.0"
