import App

OptimistCommand.start()
